/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The engine's state as the JSON of GET /status: the fields of the original, and some more. */
#ifndef CUZK_RPC_STATUS_JSON_H
#define CUZK_RPC_STATUS_JSON_H

struct engine_snapshot;

/* One object in one line; the caller frees it; NULL when out of memory. Text that is not UTF-8 is
 * shown with '?' for each byte beyond ASCII. */
char *status_json(const struct engine_snapshot *s);

#endif
