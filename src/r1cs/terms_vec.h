/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage `vec`: allocated and freed with every row, as the original prover has it. */
#define TERMS_NAME "vec"
#define TERMS_KEEP false
#include "r1cs/terms_heap_template.h"
