/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/proto/descriptors.h"

/* The file that protoc-c wrote, as it is. */
__asm__(".section .rodata\n"
        ".balign 16\n"
        ".globl rpc_descriptors, rpc_descriptors_end\n"
        ".hidden rpc_descriptors, rpc_descriptors_end\n"
        "rpc_descriptors:\n"
        ".incbin \"" DESCRIPTORS "\"\n"
        "rpc_descriptors_end:\n"
        ".byte 0\n"
        ".previous\n");
