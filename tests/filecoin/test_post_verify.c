/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Verifying paths many at a time says, word for word, what verifying them one at a time says. */
#include "filecoin/merkle.h"
#include "filecoin/vanilla_case.h"
#include "filecoin/vanilla_fabricate.h"
#include "test.h"

static work pool[2]; /* of one thread and of two */

static int start(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        if (work_init(&pool[i], i + 1, 0, NULL) != CUZK_OK)
            return -1;
    }
    return 0;
}

static int stop(void **state)
{
    (void)state;
    work_free(&pool[0]);
    work_free(&pool[1]);
    return 0;
}

/* --- roots --- */

static void paths_of(const merkle_proof *path[MERKLE_MANY], const post_vanilla *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        path[i] = &v->sectors[i / v->paths].paths[i % v->paths];
}

static void roots(void **state)
{
    static const size_t counts[] = { 0, 1, 2, 7, 8, 9, 31, 63, 64 };
    post_sector_claim claims[7];
    uint8_t randomness[32] = { 5 };

    (void)state;
    for (unsigned shape = 0; shape < SECTOR_SHAPES; shape++) {
        const merkle_proof *path[MERKLE_MANY];
        node32 want, got[MERKLE_MANY + 1];
        post_vanilla v;

        assert_int_equal(
            post_fabricate(&v, claims, &registered_posts[10 + shape], randomness, 1, 7, NULL),
            CUZK_OK);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            const size_t n = counts[c];
            paths_of(path, &v, n);
            memset(got, 0xee, sizeof got);
            assert_true(merkle_roots_poseidon(got, path, n));
            for (size_t i = 0; i < n; i++) {
                assert_true(merkle_root_poseidon(&want, path[i]));
                assert_memory_equal(&got[i], &want, sizeof want);
            }
            assert_int_equal(got[n].b[0], 0xee);
        }
        for (size_t i = 0; i < 64; i += 21) { /* a value that is no element, at the leaf or above */
            merkle_proof bad = *path[i];
            memset(bad.leaf.b, 0xff, 32);
            path[i] = &bad;
            assert_false(merkle_roots_poseidon(got, path, 64));
            paths_of(path, &v, 64);
        }
        post_vanilla_free(&v);
    }
}

/* --- verdicts --- */

/* The verdict and the whole error of both, from one thread and from two. */
static cuzk_error same_verdict(const post_vanilla *v, const post_statement *s)
{
    cuzk_error want = { 0 };
    const cuzk_status status = post_vanilla_verify_ref(v, 0, s, &pool[0], &want);

    for (unsigned i = 0; i < 2; i++) {
        cuzk_error got = { 0 };
        assert_int_equal(post_vanilla_verify(v, 0, s, &pool[i], &got), status);
        assert_memory_equal(&got, &want, sizeof want);
    }
    return want;
}

/* With a byte changed. */
static void flip(const post_case *c, const void *byte)
{
    uint8_t *b = (uint8_t *)(uintptr_t)byte;

    *b ^= 1;
    assert_int_equal(same_verdict(&c->v, &c->s).status, CUZK_NO);
    *b ^= 1;
}

static void flip_path(const post_case *c, const merkle_proof *p)
{
    flip(c, &p->leaf);
    flip(c, &p->root);
    for (unsigned d = 0; d < p->depth; d++) {
        flip(c, &p->level[d].index);
        for (unsigned i = 0; i < p->level[d].arity - 1; i += 6)
            flip(c, &p->level[d].siblings[i]);
    }
}

static void every_change(void **state)
{
    (void)state;
    for (int kind = KIND_WINNING; kind <= KIND_WINDOW; kind++) {
        const unsigned step = kind == KIND_WINNING ? 65 : 9; /* the first and the last */
        post_case c;

        post_case_open(&c, (proof_kind)kind);
        assert_int_equal(same_verdict(&c.v, &c.s).status, CUZK_OK);
        for (size_t i = 0; i < c.v.n_sectors; i++) {
            post_sector *sector = &c.v.sectors[i];
            flip(&c, &sector->id);
            flip(&c, &sector->comm_r);
            flip(&c, &sector->comm_c);
            flip(&c, &sector->comm_r_last);
            for (unsigned n = 0; n < c.v.paths; n += step)
                flip_path(&c, &sector->paths[n]);
        }
        assert_int_equal(same_verdict(&c.v, &c.s).status, CUZK_OK);
        post_case_close(&c);
    }
}

/* One bad path, or two, wherever it stands in what is verified together. */
static void every_place(void **state)
{
    post_sector_claim claims[13];
    post_statement s = { .post = &registered_posts[13], .n_sectors = 13, .sectors = claims };
    post_vanilla v;

    (void)state;
    assert_int_equal(post_fabricate(&v, claims, s.post, s.randomness, 100, 13, NULL), CUZK_OK);
    assert_int_equal(same_verdict(&v, &s).status, CUZK_OK);
    for (size_t i = 0; i < 130; i += i == 1 || i == 65 ? 61 : 1 + i % 2) {
        node32 *leaf = &v.sectors[i / 10].paths[i % 10].leaf;
        char section[64];

        leaf->b[0] ^= 1;
        v.sectors[12].paths[9].level[0].index ^= 1;
        cuzk_error err = same_verdict(&v, &s);
        snprintf(section, sizeof section, "sector %zu challenge %zu inclusion_proofs[%zu]",
                 100 + i / 10, i % 10, i % 10);
        assert_string_equal(err.section, section);
        assert_string_equal(err.code, i < 129 ? "wrong-path" : "wrong-leaf-index");
        v.sectors[12].paths[9].level[0].index ^= 1;
        leaf->b[0] ^= 1;
    }
    memset(v.sectors[6].paths[4].leaf.b, 0xff, 32);
    assert_string_equal(same_verdict(&v, &s).code, "not-canonical");
    post_vanilla_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots),
        cmocka_unit_test(every_change),
        cmocka_unit_test(every_place),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
