/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage `small4`: 4 inside, more on the heap. */
#define TERMS_NAME   "small4"
#define TERMS_INLINE 4
#include "r1cs/terms_inline_template.h"
