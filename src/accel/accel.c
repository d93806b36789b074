/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "accel/accel.h"
#include <string.h>

const accel *accel_find(const char *name)
{
    static const accel *const all[] = { &accel_cpu, &accel_cpu_textbook };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}
