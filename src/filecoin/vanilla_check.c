/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_check.h"
#include "base/bytes.h"
#include "filecoin/merkle.h"
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

cuzk_status vanilla_no(const vanilla_place *at, const char *item, const char *code,
                       const char *what)
{
    char section[sizeof at->err->section];

    snprintf(section, sizeof section, "%s %" PRIu64 " challenge %u %s", at->unit, at->number,
             at->challenge, item);
    err_set(at->err, CUZK_NO, code, "%s: %s", section, what);
    err_at(at->err, at->from ? at->from->file : NULL, section, at->from ? at->from->index : -1);
    return CUZK_NO;
}

cuzk_status vanilla_not_canonical(const vanilla_place *at, const char *item)
{
    vanilla_no(at, item, "not-canonical", "it holds a value that is no element");
    err_expected(at->err, "elements below the modulus");
    err_found(at->err, "one at or above it");
    return CUZK_NO;
}

void vanilla_compare(cuzk_error *err, const node32 *want, const node32 *got)
{
    char hex[65];

    hex_encode(hex, want, sizeof *want);
    err_expected(err, "%s", hex);
    hex_encode(hex, got, sizeof *got);
    err_found(err, "%s", hex);
}

cuzk_status vanilla_expect_node(const vanilla_place *at, const char *item, const char *code,
                                const char *what, const node32 *want, const node32 *got)
{
    if (!memcmp(want, got, sizeof *want))
        return CUZK_OK;
    vanilla_no(at, item, code, what);
    vanilla_compare(at->err, want, got);
    return CUZK_NO;
}

cuzk_status vanilla_expect_number(const vanilla_place *at, const char *item, const char *code,
                                  const char *what, uint64_t want, uint64_t got)
{
    if (want == got)
        return CUZK_OK;
    vanilla_no(at, item, code, what);
    err_expected(at->err, "%" PRIu64, want);
    err_found(at->err, "%" PRIu64, got);
    return CUZK_NO;
}

cuzk_status vanilla_expect_path(const vanilla_place *at, const char *item, const merkle_proof *p,
                                uint64_t index, const node32 *root, bool poseidon)
{
    node32 led_to = { { 0 } };

    TRY(vanilla_expect_number(at, item, "wrong-leaf-index", "the path is that of another leaf",
                              index, merkle_proof_leaf_index(p)));
    TRY(vanilla_expect_node(at, item, "wrong-root", "the path is that of another tree", root,
                            &p->root));
    if (!poseidon)
        merkle_root_sha256(&led_to, p);
    else if (!merkle_root_poseidon(&led_to, p))
        return vanilla_not_canonical(at, item);
    return vanilla_expect_node(at, item, "wrong-path", "the path does not lead to its root", root,
                               &led_to);
}

cuzk_status vanilla_expect_comm_r(const vanilla_place *at, const char *item, const char *what,
                                  const node32 *comm_r, const node32 *comm_c,
                                  const node32 *comm_r_last)
{
    node32 want;

    if (!merkle_comm_r(&want, comm_c, comm_r_last))
        return vanilla_not_canonical(at, item);
    return vanilla_expect_node(at, item, "wrong-comm-r", what, &want, comm_r);
}

typedef struct checking {
    work *work;
    vanilla_check_fn fn;
    vanilla_check_many_fn many;
    const void *ctx;
    _Atomic uint64_t first_bad;
} checking;

/* The first of a range that fails, or its end. */
static size_t first_bad_of(const checking *c, size_t begin, size_t end)
{
    if (c->many && c->many(c->ctx, begin, end))
        return end;
    while (begin < end && !work_cancelled(c->work) && c->fn(c->ctx, begin, NULL) == CUZK_OK)
        begin++;
    return begin;
}

static void check_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    checking *c = ctx;

    (void)thread;
    if (begin < atomic_load(&c->first_bad)) {
        const size_t bad = first_bad_of(c, begin, end);
        if (bad < end)
            work_found(&c->first_bad, bad);
    }
    work_advance(c->work, end - begin);
}

/* Many at a time, but so few that each thread has some; eight are as quick as one. */
static size_t grain_of(const checking *c, size_t n)
{
    const size_t share = (n + c->work->threads - 1) / c->work->threads;

    if (!c->many)
        return 1;
    return share < VANILLA_MANY ? (share + 7) / 8 * 8 : VANILLA_MANY;
}

cuzk_status vanilla_check_all(work *w, const char *phase, size_t n, vanilla_check_fn fn,
                              vanilla_check_many_fn many, const void *ctx, cuzk_error *err)
{
    checking c = { .work = w, .fn = fn, .many = many, .ctx = ctx, .first_bad = n };

    work_phase_begin(w, phase, n);
    work_for(w, n, grain_of(&c, n), check_range, &c);
    work_phase_end(w);
    TRY(work_status(w, err));
    return c.first_bad < n ? fn(ctx, c.first_bad, err) : CUZK_OK;
}
