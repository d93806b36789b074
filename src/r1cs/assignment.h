/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a proof is made from, whichever back end made it. */
#ifndef CUZK_R1CS_ASSIGNMENT_H
#define CUZK_R1CS_ASSIGNMENT_H

#include "field/vec.h"

typedef struct assignment {
    fr_view a, b, c;     /* one value a row, the rows of cs_finish included: n_rows */
    fr_view inputs, aux; /* input 0 is one */
    /* Variables with a non-zero coefficient in some row of A or B; inputs of A count as dense. */
    bitmap a_aux, b_input, b_aux;
} assignment;

#endif
