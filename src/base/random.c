/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/random.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>

cuzk_status random_bytes(void *out, size_t len, cuzk_error *err)
{
    unsigned char *p = out;
    while (len > 0) {
        ssize_t got = getrandom(p, len, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return err_set(err, CUZK_FAULT, "no-randomness", "getrandom failed: errno %d", errno);
        p += got;
        len -= (size_t)got;
    }
    return CUZK_OK;
}

void wipe(void *p, size_t len)
{
    if (len > 0)
        explicit_bzero(p, len);
}

void random_protect_process(void)
{
    const struct rlimit none = { 0, 0 };
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
