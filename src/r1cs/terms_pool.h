/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage `pool`: vectors are used again from row to row, and soon none has to grow. */
#define TERMS_NAME "pool"
#define TERMS_KEEP true
#include "r1cs/terms_heap_template.h"
