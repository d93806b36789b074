/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/file.h"
#include <cuzk/file.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* A disk that has no room for this is full: a proof of ten partitions takes half of it. */
#define SMALL_RESULT 4096

cuzk_status cuzk_file_check_writable(const char *path, cuzk_error *err)
{
    struct stat st;
    file_out out;

    if (strcmp(path, "-") == 0 ||
        (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return CUZK_OK;
    TRY(file_out_open(&out, path, SMALL_RESULT, 0666, err));
    file_out_abort(&out);
    return CUZK_OK;
}
