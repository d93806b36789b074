/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The statuses of gRPC. */
#ifndef CUZK_RPC_STATUS_H
#define CUZK_RPC_STATUS_H

#include "base/error.h"

typedef enum grpc_status {
    GRPC_OK = 0,
    GRPC_CANCELLED = 1,
    GRPC_UNKNOWN = 2,
    GRPC_INVALID_ARGUMENT = 3,
    GRPC_DEADLINE_EXCEEDED = 4,
    GRPC_NOT_FOUND = 5,
    GRPC_ALREADY_EXISTS = 6,
    GRPC_PERMISSION_DENIED = 7,
    GRPC_RESOURCE_EXHAUSTED = 8,
    GRPC_FAILED_PRECONDITION = 9,
    GRPC_ABORTED = 10,
    GRPC_OUT_OF_RANGE = 11,
    GRPC_UNIMPLEMENTED = 12,
    GRPC_INTERNAL = 13,
    GRPC_UNAVAILABLE = 14,
    GRPC_DATA_LOSS = 15,
    GRPC_UNAUTHENTICATED = 16,
    GRPC_STATUSES
} grpc_status;

/* "NOT_FOUND"; "UNKNOWN" for what is none. */
const char *grpc_status_name(grpc_status s);

/* What a client makes of a status other than GRPC_OK: code "grpc-not-found", and the message. */
cuzk_status grpc_status_error(cuzk_error *err, grpc_status s, const char *message);

#endif
