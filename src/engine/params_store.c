/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "engine/params_store.h"

#include "base/log.h"
#include "base/timing.h"
#include "prover/params_dir.h"
#include "prover/subject.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define LOOK_MS   100 /* how often who waits for a load looks whether it is still wanted */
#define LOCK_STEP ((size_t)64 << 20)

typedef struct entry {
    bool loaded, loading, wanted_hot, unload;
    unsigned users;
    uint64_t locked, promised, used_ns, loads, evictions;
    resident of;
} entry;

struct params_store {
    pthread_mutex_t lock;
    pthread_cond_t loaded;
    cuzk_options loading; /* of the context of a load */
    char *params_dir, *cache_dir;
    bool allow_development;
    entry entry[PARAM_SETS];
};

static entry *entry_of(params_store *r, const param_set *set)
{
    return &r->entry[set - param_sets];
}

cuzk_status params_store_new(params_store **out, const params_store_options *o, cuzk_error *err)
{
    params_store *r = calloc(1, sizeof *r);

    if (!r)
        return err_no_memory(err, "the parameters", sizeof *r);
    r->params_dir = strdup(o->params_dir);
    r->cache_dir = o->cache_dir ? strdup(o->cache_dir) : NULL;
    r->allow_development = o->allow_development;
    r->loading = (cuzk_options) { .size = sizeof r->loading,
                                  .threads = o->threads,
                                  .cache_dir = r->cache_dir };
    pthread_mutex_init(&r->lock, NULL);
    time_cond_init(&r->loaded);
    if (!r->params_dir || (o->cache_dir && !r->cache_dir)) {
        params_store_free(r);
        return err_no_memory(err, "a path", strlen(o->params_dir));
    }
    *out = r;
    return CUZK_OK;
}

/* -- loading and unloading -- */

static cuzk_status load_with(params_store *r, cuzk_context *c, const param_set *set, resident *out,
                             cuzk_error *err)
{
    subject_circuit blank;
    judgement j;
    cuzk_status s;

    TRY(params_dir_open(&out->params, &j, c, r->params_dir, set, err));
    if (j.verdict == CUZK_VERDICT_DEVELOPMENT && !r->allow_development) {
        s = err_set(err, CUZK_BAD_INPUT, "development-params",
                    "these are development parameters: their proofs convince nobody; "
                    "srs.allow_development = true lets them be used");
        err_at(err, out->params.map.path, NULL, -1);
        groth16_params_close(&out->params);
        return s;
    }
    subject_circuit_blank(&blank, set->kind, set->shape);
    s = subject_densities(&out->densities, &c->work, &blank, c->cache_dir, err);
    if (s != CUZK_OK)
        groth16_params_close(&out->params);
    return s;
}

/* Each load has a context: an urgent one does not wait for those of a hundred gigabytes. */
static cuzk_status load(params_store *r, const param_set *set, const work *w, resident *out,
                        cuzk_error *err)
{
    cuzk_context *c;
    cuzk_status s;

    TRY(cuzk_context_new(&c, &r->loading, err));
    c->work.cancelled_too = &work_root(w)->cancelled;
    s = load_with(r, c, set, out, err);
    cuzk_context_free(c);
    return s;
}

static void unlock(entry *e)
{
    if (e->locked)
        munlock(e->of.params.map.data, e->locked);
    e->locked = 0;
}

static void unload(entry *e)
{
    unlock(e);
    groth16_params_close(&e->of.params);
    density_free(&e->of.densities);
    e->loaded = e->unload = e->wanted_hot = false;
    e->evictions++;
}

static bool is_same(const file_id *id, const struct stat *st)
{
    const int64_t mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;

    return (uint64_t)st->st_dev == id->device && (uint64_t)st->st_ino == id->inode &&
           (uint64_t)st->st_size == id->size && mtime_ns == id->mtime_ns;
}

/* What was opened was written to since, or another file stands in its place. One that was only
 * removed is there as long as it is open. */
static bool is_replaced(const entry *e)
{
    const file_map *map = &e->of.params.map;
    struct stat st;

    return (fstat(map->fd, &st) == 0 && !is_same(&map->id, &st)) ||
           (stat(map->path, &st) == 0 && !is_same(&map->id, &st));
}

/* With the lock held: has it loaded, whoever loads it. */
static cuzk_status require(params_store *r, const param_set *set, const work *w, cuzk_error *err)
{
    entry *e = entry_of(r, set);
    resident made;
    cuzk_status s;

    while (e->loading) {
        const struct timespec soon = time_in_ms(LOOK_MS);
        TRY(work_status(w, err));
        pthread_cond_timedwait(&r->loaded, &r->lock, &soon);
    }
    if (e->loaded && !e->users && is_replaced(e))
        unload(e);
    if (e->loaded)
        return CUZK_OK;
    e->loading = true;
    pthread_mutex_unlock(&r->lock);
    s = load(r, set, w, &made, err);
    pthread_mutex_lock(&r->lock);
    e->loading = false;
    pthread_cond_broadcast(&r->loaded);
    if (s != CUZK_OK)
        return s;
    e->of = made;
    e->loaded = true;
    e->loads++;
    e->used_ns = time_wall_ns();
    return CUZK_OK;
}

cuzk_status params_store_use(params_store *r, const param_set *set, const work *w,
                             const resident **out, cuzk_error *err)
{
    entry *e = entry_of(r, set);
    cuzk_status s;

    pthread_mutex_lock(&r->lock);
    s = require(r, set, w, err);
    if (s == CUZK_OK) {
        e->users++;
        *out = &e->of;
    }
    pthread_mutex_unlock(&r->lock);
    return s;
}

static void leave(entry *e)
{
    e->users--;
    e->used_ns = time_wall_ns();
    if (e->unload && !e->users)
        unload(e);
}

void params_store_leave(params_store *r, const param_set *set)
{
    pthread_mutex_lock(&r->lock);
    leave(entry_of(r, set));
    pthread_mutex_unlock(&r->lock);
}

void params_store_free(params_store *r)
{
    if (!r)
        return;
    for (unsigned i = 0; i < PARAM_SETS; i++)
        if (r->entry[i].loaded)
            unload(&r->entry[i]);
    pthread_cond_destroy(&r->loaded);
    pthread_mutex_destroy(&r->lock);
    free(r->params_dir);
    free(r->cache_dir);
    free(r);
}

/* -- by name -- */

cuzk_status params_store_find(const param_set **out, const char *circuit_id, cuzk_error *err)
{
    char id[32];

    for (unsigned i = 0; i < PARAM_SETS; i++) {
        param_set_circuit_id(&param_sets[i], id);
        if (strcmp(id, circuit_id) != 0 || param_sets[i].poseidon_update)
            continue;
        *out = &param_sets[i];
        return CUZK_OK;
    }
    err_set(err, CUZK_BAD_INPUT, "no-circuit", "unknown circuit ID: %.60s", circuit_id);
    err_expected(err, "porep, winning, wpost or snap, and -2k, -8m, -512m, -32g or -64g");
    return CUZK_BAD_INPUT;
}

uint64_t params_store_bytes(params_store *r, const param_set *set)
{
    char name[PARAM_NAME_MAX], path[DIR_PATH_MAX];
    struct stat st;
    uint64_t bytes;

    pthread_mutex_lock(&r->lock);
    bytes = entry_of(r, set)->loaded ? entry_of(r, set)->of.params.map.len : 0;
    if (entry_of(r, set)->locked) {
        pthread_mutex_unlock(&r->lock);
        return 0;
    }
    pthread_mutex_unlock(&r->lock);
    if (bytes)
        return bytes;
    param_set_file_name(set, PARAM_FILE_PARAMS, name);
    if (params_dir_path(path, r->params_dir, name, NULL) != CUZK_OK || stat(path, &st) != 0)
        return 0;
    return (uint64_t)st.st_size;
}

void params_store_promise(params_store *r, const param_set *set, uint64_t bytes)
{
    pthread_mutex_lock(&r->lock);
    entry_of(r, set)->promised = bytes;
    pthread_mutex_unlock(&r->lock);
}

/* Reads all of it in, piece by piece, and keeps it there. *len: what is locked, all or nothing. */
static cuzk_status lock_in_memory(const file_map *map, const work *w, uint64_t *len,
                                  cuzk_error *err)
{
    cuzk_status s = CUZK_OK;
    bool locked = true;

    for (size_t at = 0; at < map->len && locked && s == CUZK_OK; at += LOCK_STEP) {
        locked = mlock(map->data + at, map->len - at < LOCK_STEP ? map->len - at : LOCK_STEP) == 0;
        s = work_status(w, err);
    }
    *len = locked && s == CUZK_OK ? map->len : 0;
    if (!*len)
        munlock(map->data, map->len);
    if (locked)
        return s;
    LOG(LEVEL_WARN, "params-not-locked", F("file", (const char *)map->path), F("bytes", map->len),
        F("limit", "see RLIMIT_MEMLOCK"));
    madvise((void *)(uintptr_t)map->data, map->len, MADV_WILLNEED);
    return s;
}

cuzk_status params_store_preload(params_store *r, const param_set *set, const work *w,
                                 bool *already, cuzk_error *err)
{
    entry *e = entry_of(r, set);
    uint64_t locked;
    cuzk_status s;

    pthread_mutex_lock(&r->lock);
    *already = e->loaded && e->wanted_hot;
    s = require(r, set, w, err);
    if (s == CUZK_OK && !e->locked) {
        e->unload = false;
        e->users++; /* reading it in takes long: others go on meanwhile */
        pthread_mutex_unlock(&r->lock);
        s = lock_in_memory(&e->of.params.map, w, &locked, err);
        pthread_mutex_lock(&r->lock);
        e->locked = locked;
        e->wanted_hot = s == CUZK_OK;
        leave(e);
    }
    e->promised = 0;
    pthread_mutex_unlock(&r->lock);
    return s;
}

void params_store_evict(params_store *r, const param_set *set, bool *was_loaded, uint64_t *freed)
{
    entry *e = entry_of(r, set);

    pthread_mutex_lock(&r->lock);
    *was_loaded = e->loaded;
    *freed = e->locked;
    if (e->loaded && e->users) {
        unlock(e);
        e->wanted_hot = false;
        e->unload = true;
    } else if (e->loaded) {
        unload(e);
    }
    pthread_mutex_unlock(&r->lock);
}

/* -- the budget -- */

uint64_t params_store_held(params_store *r)
{
    uint64_t held = 0;

    pthread_mutex_lock(&r->lock);
    for (unsigned i = 0; i < PARAM_SETS; i++) {
        const entry *e = &r->entry[i];
        held += e->locked > e->promised ? e->locked : e->promised;
    }
    pthread_mutex_unlock(&r->lock);
    return held;
}

uint64_t params_store_shrink(params_store *r, uint64_t bytes, unsigned min_idle_ms)
{
    const uint64_t now = time_wall_ns();
    uint64_t freed = 0;

    pthread_mutex_lock(&r->lock);
    while (freed < bytes) {
        entry *oldest = NULL;
        for (unsigned i = 0; i < PARAM_SETS; i++) {
            entry *e = &r->entry[i];
            if (e->locked && !e->users && now - e->used_ns >= UINT64_C(1000000) * min_idle_ms &&
                (!oldest || e->used_ns < oldest->used_ns))
                oldest = e;
        }
        if (!oldest)
            break;
        freed += oldest->locked;
        unload(oldest);
    }
    pthread_mutex_unlock(&r->lock);
    return freed;
}

params_view *params_store_view(params_store *r, size_t *n)
{
    const uint64_t now = time_wall_ns();
    params_view *view = calloc(PARAM_SETS, sizeof *view);

    *n = 0;
    if (!view)
        return NULL;
    pthread_mutex_lock(&r->lock);
    for (unsigned i = 0; i < PARAM_SETS; i++) {
        const entry *e = &r->entry[i];
        params_view *v = &view[*n];
        if (!e->loads)
            continue;
        param_set_circuit_id(&param_sets[i], v->circuit_id);
        v->state = !e->loaded ? PARAMS_COLD : e->locked ? PARAMS_HOT : PARAMS_WARM;
        v->bytes = e->loaded ? e->of.params.map.len : 0;
        v->users = e->users;
        v->idle_s = e->users ? 0 : (double)(now - e->used_ns) * 1e-9;
        v->preloaded = e->wanted_hot;
        v->loads = e->loads;
        v->evictions = e->evictions;
        (*n)++;
    }
    pthread_mutex_unlock(&r->lock);
    return view;
}
