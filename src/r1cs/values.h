/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows as values. A back end that only wants the values of a, b, c and of the variables sets
 * cs->values; a gadget that knows them hands them over here, many bits at a time, and builds no
 * linear combination. What it hands over must be what its rows evaluate to, in their order.
 *
 * Storage: variables that are 0 or 1 are a bit each. A row with a in {0, 1, 2, -1}, b in {0, 1} and
 * c = a * b is three bits. Everything else is "wide": a variable's value goes to a pool, a row is
 * three references to values. Ranks count the wide ones, so that any index can be looked up. Rows
 * and variables that come again and again, as those of Poseidon, are said once: a run of them is
 * one entry and the few values that the others are powers of. */
#ifndef CUZK_R1CS_VALUES_H
#define CUZK_R1CS_VALUES_H

#include "base/work.h"
#include "r1cs/cs.h"
#include "r1cs/value_refs.h"

/* 64 rows, the first in the lowest bits; where wide is set the other three are clear. */
typedef struct value_rows {
    uint64_t a_low, a_high, b, wide; /* a: 0 = 0, 1 = 1, 2 = 2, 3 = -1 */
} value_rows;

/* 64 variables; where wide is set, bit is clear. */
typedef struct value_vars {
    uint64_t bit, wide;
} value_vars;

/* Grows without moving. */
#define VALUE_CHUNK_LG 9
#define VALUE_CHUNK    (UINT32_C(1) << VALUE_CHUNK_LG)
typedef struct value_pool {
    void **chunk; /* of VALUE_CHUNK elements */
    uint32_t n, n_chunks, cap_chunks;
} value_pool;

#define VALUE_RANK_LG 9 /* a rank every 2^9 rows or variables */

typedef struct cs_values {
    cs cs;
    work *work;
    cs_counts first; /* the counters of the system before its first row and variable */
    value_rows *rows;
    value_vars *vars;
    uint32_t *row_rank, *var_rank; /* wide ones before */
    uint64_t n_rows, cap_rows;     /* caps are multiples of 2^VALUE_RANK_LG */
    uint64_t n_vars, cap_vars;
    uint32_t n_wide_rows, n_wide_vars;
    value_pool wide_vars, extra; /* fr: variables in no run; extra values and what runs store */
    value_pool wide_rows;        /* value_refs of those in no run */
    value_run *runs;             /* in order */
    uint32_t n_runs, cap_runs;
    fr *inputs; /* values of inputs, from first.n_inputs on */
    uint32_t n_inputs, cap_inputs;
    fr small[4];                  /* by VALUE_ZERO .. VALUE_MINUS_ONE */
    const struct cs_values *head; /* whose variables may be used too; NULL */
} cs_values;

/* Where to hand values over; NULL: the back end wants linear combinations, or has failed. */
static inline cs_values *cs_values_of(cs *s)
{
    return s->status == CUZK_OK ? s->values : NULL;
}

/* n <= 64 new variables that are bits, lowest first; bits above n are clear. The first of them. */
static inline cs_var values_bits(cs_values *v, unsigned n, uint64_t bits);
/* A new variable. A reference to its value; *var may be NULL. */
value_ref values_var(cs_values *v, const fr *value, cs_var *var);
/* A value that is no variable's. */
value_ref values_extra(cs_values *v, const fr *value);

/* n <= 64 rows with a = a_low + 2 a_high (3: -1), c = a * b; bits above n are clear. */
static inline void values_rows(cs_values *v, unsigned n, uint64_t a_low, uint64_t a_high,
                               uint64_t b);
/* Any row. */
void values_row(cs_values *v, value_ref a, value_ref b, value_ref c);

/* A run of the template's rows and variables, from t->n_stored values. The last variable. */
cs_var values_run(cs_values *v, const value_template *t, const fr *stored);

/* n <= 64 new bits with the row (1 - x) * x = 0 of each. */
static inline cs_var values_alloc_bits(cs_values *v, unsigned n, uint64_t bits)
{
    uint64_t mask = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    cs_var first = values_bits(v, n, bits);
    values_rows(v, n, ~bits & mask, 0, bits);
    return first;
}

/* The rows that follow take var for a bit of this value. If it is not, the system fails
 * ("not-a-bit") with the number of the next row. VALUES_UNCHECKED: known to be one. */
#define VALUES_UNCHECKED ((cs_var)UINT32_MAX)
static inline void values_expect(cs_values *v, cs_var var, bool value);

#include "r1cs/values_inline.h"

#endif
