/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* In place of the daemon, in a build without what it needs (CUZK_DAEMON=OFF). */
#include "apps/cli/value.h"
#include "apps/commands.h"

static cuzk_status run_daemon(invocation *in, cuzk_error *err)
{
    (void)in;
    return usage_error(err, "this program was built without the daemon");
}

const command cmd_daemon = {
    .name = "daemon",
    .schema = "cuzk.daemon.v1",
    .summary = "serve proofs over gRPC (not in this build)",
    .description = "This program was built without the daemon.",
    .examples = "cuzk daemon",
    .run = run_daemon,
};
