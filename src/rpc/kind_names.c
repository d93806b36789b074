/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/kind_names.h"

static const struct {
    const char *status, *label;
} names[] = {
    [CUZK_KIND_POREP] = { "porep-c2", "porep_c2" },
    [CUZK_KIND_WINNING] = { "winning-post", "winning_post" },
    [CUZK_KIND_WINDOW] = { "window-post", "window_post" },
    [CUZK_KIND_UPDATE] = { "snap-update", "snap_update" },
};

const char *kind_status_name(cuzk_kind kind)
{
    return names[kind].status;
}

const char *kind_label(cuzk_kind kind)
{
    return names[kind].label;
}
