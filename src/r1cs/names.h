/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The stack of namespaces of cs_push and cs_pop, for back ends that show where a row comes from. */
#ifndef CUZK_R1CS_NAMES_H
#define CUZK_R1CS_NAMES_H

#include <stddef.h>
#include <stdint.h>

#define NAMES_MAX_DEPTH 32 /* deeper levels are counted, not shown */
#define NAMES_PATH_LEN  256

typedef struct name_stack {
    struct {
        const char *name;
        int64_t index;
    } level[NAMES_MAX_DEPTH];
    unsigned depth;
} name_stack;

void names_push(name_stack *n, const char *name, int64_t index);
void names_pop(name_stack *n);
/* "challenge 0/comm_d/level 3", cut to len bytes with the NUL. */
void names_path(const name_stack *n, char *out, size_t len);

#endif
