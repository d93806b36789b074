/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage `small1`: 1 inside, more on the heap. */
#define TERMS_NAME   "small1"
#define TERMS_INLINE 1
#include "r1cs/terms_inline_template.h"
