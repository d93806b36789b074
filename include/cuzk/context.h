/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The context every heavy call runs in: its threads, its memory budget, progress, cancelling. */
#ifndef CUZK_CONTEXT_H
#define CUZK_CONTEXT_H

#include <cuzk/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0". Never NULL. */
CUZK_API const char *cuzk_version_string(void);

/* Called from any thread of the context, a few times a second and at the begin and end of each
 * phase. done <= total; total 0: not known. phase lives as long as the program. */
typedef void (*cuzk_progress_fn)(void *ctx, const char *phase, uint64_t done, uint64_t total);

typedef struct cuzk_options {
    size_t size;           /* sizeof(cuzk_options) */
    unsigned threads;      /* 0: one per available CPU */
    uint64_t memory_limit; /* bytes the heavy steps may hold at once; 0: no limit */
    /* Where passed parameter checks are remembered. NULL: $CUZK_CACHE_DIR, else
     * $XDG_CACHE_HOME/cuzk, else $HOME/.cache/cuzk. "": nowhere. */
    const char *cache_dir;
    cuzk_progress_fn progress; /* NULL: none */
    void *progress_ctx;
} cuzk_options;

/* No core dump and no ptrace of this process from here on (best effort): what a program that makes
 * parameters calls first. */
CUZK_API void cuzk_process_protect(void);

typedef struct cuzk_context cuzk_context;

/* options NULL: all defaults. Runs the self-test (once a process): CUZK_FAULT when this build
 * computes wrongly on this machine. A context serves one call at a time. */
CUZK_API cuzk_status cuzk_context_new(cuzk_context **out, const cuzk_options *options,
                                      cuzk_error *err);
CUZK_API void cuzk_context_free(cuzk_context *c); /* NULL is fine */

/* The call running in c, and every later one, returns CUZK_INTERRUPTED soon. Safe from any thread
 * and from a signal handler. */
CUZK_API void cuzk_context_cancel(cuzk_context *c);

CUZK_API unsigned cuzk_context_threads(const cuzk_context *c);
/* Where checks are remembered; NULL: nowhere. */
CUZK_API const char *cuzk_context_cache_dir(const cuzk_context *c);
/* The most bytes the heavy steps have held at once so far. */
CUZK_API uint64_t cuzk_context_memory_peak(const cuzk_context *c);

#ifdef __cplusplus
}
#endif
#endif
