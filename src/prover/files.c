/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/file.h"
#include <cuzk/file.h>

#include <stdlib.h>

cuzk_status cuzk_file_read(cuzk_bytes *out, const char *path, size_t max_len, cuzk_error *err)
{
    uint8_t *data = NULL;
    size_t len = 0;
    cuzk_status s = file_read(&data, &len, path, max_len, err);

    *out = (cuzk_bytes) { data, len, path };
    return s;
}

void cuzk_file_free(cuzk_bytes *bytes)
{
    free((void *)bytes->data);
    *bytes = (cuzk_bytes) { 0 };
}

cuzk_status cuzk_file_write(const char *path, const void *data, size_t len, cuzk_error *err)
{
    return file_write(path, data, len, err);
}
