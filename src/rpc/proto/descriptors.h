/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A google.protobuf.FileDescriptorSet of every service this server has. */
#ifndef CUZK_RPC_PROTO_DESCRIPTORS_H
#define CUZK_RPC_PROTO_DESCRIPTORS_H

#include <stdint.h>

extern const uint8_t rpc_descriptors[], rpc_descriptors_end[];

#endif
