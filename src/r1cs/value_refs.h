/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How r1cs/values.h says rows that are wide, one by one and in runs. */
#ifndef CUZK_R1CS_VALUE_REFS_H
#define CUZK_R1CS_VALUE_REFS_H

#include "field/fr.h"

/* A value in a wide row: a small one (as value_rows.a), wide variable i, or extra value i. */
typedef uint32_t value_ref;
#define VALUE_ZERO      ((value_ref)0)
#define VALUE_ONE       ((value_ref)1)
#define VALUE_TWO       ((value_ref)2)
#define VALUE_MINUS_ONE ((value_ref)3)
#define VALUE_PRODUCT   ((value_ref)4) /* as c: whatever a * b is */
#define VALUE_VAR       UINT32_C(0x40000000)
#define VALUE_EXTRA     UINT32_C(0x80000000)
#define VALUE_KIND      UINT32_C(0xc0000000)

typedef struct value_refs {
    value_ref a, b, c;
} value_refs;

/* A variable of a run: a power of a value that the run stores, and a constant. */
typedef enum value_power { VALUE_X, VALUE_X2, VALUE_X4, VALUE_X5 } value_power;
typedef struct value_var {
    uint32_t stored;
    value_power power;
    const fr *plus; /* NULL: nothing */
} value_var;

/* Wide rows and variables that a gadget writes again and again; it keeps them for good. In the rows
 * VALUE_VAR | i is variable i of the run, VALUE_EXTRA | i what it stores i-th. */
typedef struct value_template {
    const value_refs *rows;
    const value_var *vars;
    uint32_t n_rows, n_vars, n_stored;
} value_template;

typedef struct value_run {
    const value_template *t;
    uint32_t row, rows_before; /* wide rows before it; how many of those are in no run */
    uint32_t var, vars_before; /* the same of wide variables */
    uint32_t extra;            /* where it stores */
} value_run;

#endif
