/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The stored side of r1cs/values.h: reading back. Internal to r1cs. */
#ifndef CUZK_R1CS_VALUES_STORE_H
#define CUZK_R1CS_VALUES_STORE_H

#include "r1cs/values.h"

/* The values of VALUE_ZERO .. VALUE_MINUS_ONE. */
void values_small_init(fr small[4]);

/* Room for n rows or variables in all; false: the system has failed. */
bool values_reserve_rows(cs_values *v, uint64_t n);
bool values_reserve_vars(cs_values *v, uint64_t n);
void values_free(cs_values *v);

/* The system fails at this row, unless it has failed before. */
void values_refuse(cs_values *v, cuzk_status status, const char *code, const char *message,
                   uint64_t row);

/* The value of a variable of this system or its head. Any other fails the system
 * ("foreign-variable"). */
bool values_lookup(cs_values *v, cs_var var, fr *value);

typedef enum value_column { VALUE_A, VALUE_B, VALUE_C } value_column;

/* Rows [i, i + n) of a column; own variables [i, i + n). */
void values_expand_rows(const cs_values *v, value_column column, uint64_t i, uint64_t n, fr *out);
void values_expand_vars(const cs_values *v, uint64_t i, uint64_t n, fr *out);

/* The first row with a * b != c, which is a wide one; n_rows if all hold. */
uint64_t values_first_unsatisfied(const cs_values *v);

#endif
