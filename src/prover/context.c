/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/context.h"

#include "base/random.h"
#include "prover/selftest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cuzk_version_string(void)
{
    return CUZK_VERSION;
}

void cuzk_process_protect(void)
{
    random_protect_process();
}

cuzk_status request_copy(void *dst, size_t dst_size, const void *src, const char *what,
                         cuzk_error *err)
{
    const uint8_t *bytes = src;
    size_t size;

    memset(dst, 0, dst_size);
    if (!src)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "%s: NULL", what);
    memcpy(&size, src, sizeof size);
    if (size < sizeof size || size > 1 << 16)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "%s: size %zu is not set", what, size);
    for (size_t i = dst_size; i < size; i++) {
        if (bytes[i])
            return err_set(err, CUZK_BAD_INPUT, "bad-request",
                           "%s: made for a newer libcuzk than %s", what, CUZK_VERSION);
    }
    memcpy(dst, src, size < dst_size ? size : dst_size);
    return CUZK_OK;
}

/* The directory of remembered checks, allocated; NULL when there is to be none. */
static cuzk_status find_cache_dir(char **out, const char *wanted, cuzk_error *err)
{
    const char *dir = wanted ? wanted : getenv("CUZK_CACHE_DIR"), *tail = "";
    char path[4096];

    *out = NULL;
    if (!dir && (dir = getenv("XDG_CACHE_HOME")) && *dir)
        tail = "/cuzk";
    else if (!dir || !*dir) {
        if (wanted || getenv("CUZK_CACHE_DIR") || !(dir = getenv("HOME")))
            return CUZK_OK;
        tail = "/.cache/cuzk";
    }
    if ((size_t)snprintf(path, sizeof path, "%s%s", dir, tail) >= sizeof path)
        return err_set(err, CUZK_BAD_INPUT, "bad-path", "the cache directory's path is too long");
    *out = strdup(path);
    return *out ? CUZK_OK : err_no_memory(err, "a path", sizeof path);
}

void context_use_switches(cuzk_context *c)
{
    c->work.small_pages = c->switches.value[SWITCH_HUGE_PAGES] != 0;
    c->work.keep_memory = c->switches.value[SWITCH_PRESIZE] != 0;
    if (!c->work.keep_memory)
        work_drop_kept(&c->work);
}

cuzk_status cuzk_context_new(cuzk_context **out, const cuzk_options *options, cuzk_error *err)
{
    cuzk_options o = { .size = sizeof o };
    cuzk_context *c;
    cuzk_status s;

    *out = NULL;
    if (options)
        TRY(request_copy(&o, sizeof o, options, "cuzk_options", err));
    TRY(selftest_once(err));
    c = calloc(1, sizeof *c);
    if (!c)
        return err_no_memory(err, "a context", sizeof *c);
    s = work_init(&c->work, o.threads, (size_t)o.memory_limit, err);
    if (s != CUZK_OK) {
        free(c);
        return s;
    }
    c->work.progress = o.progress;
    c->work.progress_ctx = o.progress_ctx;
    c->work.watch_resident = true;
    s = find_cache_dir(&c->cache_dir, o.cache_dir, err);
    if (s == CUZK_OK && getenv("CUZK_SWITCHES"))
        s = switches_set_all(&c->switches, getenv("CUZK_SWITCHES"), err);
    context_use_switches(c);
    if (s != CUZK_OK) {
        cuzk_context_free(c);
        return s;
    }
    *out = c;
    return CUZK_OK;
}

void cuzk_context_free(cuzk_context *c)
{
    if (!c)
        return;
    work_free(&c->work);
    free(c->cache_dir);
    free(c);
}

void cuzk_context_cancel(cuzk_context *c)
{
    atomic_store(&c->work.cancelled, true);
}

unsigned cuzk_context_threads(const cuzk_context *c)
{
    return c->work.threads;
}

const char *cuzk_context_cache_dir(const cuzk_context *c)
{
    return c->cache_dir;
}

uint64_t cuzk_context_memory_peak(const cuzk_context *c)
{
    return atomic_load(&c->work.mem_peak);
}
