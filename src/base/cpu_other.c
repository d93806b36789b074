/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Platforms without kernels of their own: portable C only. */
#include "base/cpu_detect.h"

cpu_features cpu_detect_platform(void)
{
    return (cpu_features) { 0 };
}
