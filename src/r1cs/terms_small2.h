/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage `small2`: 2 inside, more on the heap. */
#define TERMS_NAME   "small2"
#define TERMS_INLINE 2
#include "r1cs/terms_inline_template.h"
