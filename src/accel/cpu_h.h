/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The quotient of the cpu back end (accel.h has the contract), by either of two ways with the same
 * result, whether the system is satisfied or not. Internal to accel, and to its tests. */
#ifndef CUZK_ACCEL_CPU_H_H
#define CUZK_ACCEL_CPU_H_H

#include "accel/accel.h"

/* By six transforms. */
cuzk_status cpu_h(const accel *a, work *w, unsigned lg_n, const fr_view *va, const fr_view *vb,
                  const fr_view *vc, fr *h, cuzk_error *err);
/* By the textbook's seven: the slow twin. */
cuzk_status cpu_h_textbook(const accel *a, work *w, unsigned lg_n, const fr_view *va,
                           const fr_view *vb, const fr_view *vc, fr *h, cuzk_error *err);

size_t cpu_h_memory(const accel *a, const work *w, unsigned lg_n);

#endif
