/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* VERIFY_CHECK(cond) stops the checking build (-DCUZK_VERIFY=ON) where a representation or a
 * contract is broken; it costs nothing in the others. */
#ifndef CUZK_FIELD_VERIFY_H
#define CUZK_FIELD_VERIFY_H

#ifdef CUZK_VERIFY
#include <assert.h>
#define VERIFY_CHECK(cond) assert(cond)
#else
#define VERIFY_CHECK(cond) ((void)0)
#endif

#endif
