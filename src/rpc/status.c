/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/status.h"

#include <string.h>

static const struct {
    const char *name, *code;
    cuzk_status status;
} statuses[GRPC_STATUSES] = {
    [GRPC_OK] = { "OK", "grpc-ok", CUZK_OK },
    [GRPC_CANCELLED] = { "CANCELLED", "grpc-cancelled", CUZK_INTERRUPTED },
    [GRPC_UNKNOWN] = { "UNKNOWN", "grpc-unknown", CUZK_FAULT },
    [GRPC_INVALID_ARGUMENT] = { "INVALID_ARGUMENT", "grpc-invalid-argument", CUZK_BAD_INPUT },
    [GRPC_DEADLINE_EXCEEDED] = { "DEADLINE_EXCEEDED", "grpc-deadline-exceeded", CUZK_NO_RESOURCES },
    [GRPC_NOT_FOUND] = { "NOT_FOUND", "grpc-not-found", CUZK_BAD_INPUT },
    [GRPC_ALREADY_EXISTS] = { "ALREADY_EXISTS", "grpc-already-exists", CUZK_BAD_INPUT },
    [GRPC_PERMISSION_DENIED] = { "PERMISSION_DENIED", "grpc-permission-denied", CUZK_BAD_INPUT },
    [GRPC_RESOURCE_EXHAUSTED] = { "RESOURCE_EXHAUSTED", "grpc-resource-exhausted",
                                  CUZK_NO_RESOURCES },
    [GRPC_FAILED_PRECONDITION] = { "FAILED_PRECONDITION", "grpc-failed-precondition",
                                   CUZK_BAD_INPUT },
    [GRPC_ABORTED] = { "ABORTED", "grpc-aborted", CUZK_FAULT },
    [GRPC_OUT_OF_RANGE] = { "OUT_OF_RANGE", "grpc-out-of-range", CUZK_BAD_INPUT },
    [GRPC_UNIMPLEMENTED] = { "UNIMPLEMENTED", "grpc-unimplemented", CUZK_BAD_INPUT },
    [GRPC_INTERNAL] = { "INTERNAL", "grpc-internal", CUZK_FAULT },
    [GRPC_UNAVAILABLE] = { "UNAVAILABLE", "grpc-unavailable", CUZK_NO_RESOURCES },
    [GRPC_DATA_LOSS] = { "DATA_LOSS", "grpc-data-loss", CUZK_FAULT },
    [GRPC_UNAUTHENTICATED] = { "UNAUTHENTICATED", "grpc-unauthenticated", CUZK_BAD_INPUT },
};

static grpc_status known(grpc_status s)
{
    return (unsigned)s < GRPC_STATUSES ? s : GRPC_UNKNOWN;
}

const char *grpc_status_name(grpc_status s)
{
    return statuses[known(s)].name;
}

cuzk_status grpc_status_error(cuzk_error *err, grpc_status s, const char *message)
{
    s = known(s);
    return err_set(err, statuses[s].status, statuses[s].code, "%s%s%s", statuses[s].name,
                   *message ? ": " : "", message);
}
