/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of cpu.h that differs by platform: one file each. */
#ifndef CUZK_BASE_CPU_DETECT_H
#define CUZK_BASE_CPU_DETECT_H

#include "base/cpu.h"

cpu_features cpu_detect_platform(void);

#endif
