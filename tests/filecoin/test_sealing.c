/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sealed sectors are the official ones, byte for byte: replicas, caches, commitments, C1. */
#include "base/bytes.h"
#include "filecoin/c1_write.h"
#include "filecoin/public_inputs.h"
#include "filecoin/seal_case.h"
#include "filecoin/vanilla_verify.h"
#include "golden.h"
#include "hash/sha256.h"
#include "scratch.h"
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char dir[SCRATCH_LEN]; /* of the test, removed at the end */
static work w;

static int open_all(void **state)
{
    (void)state;
    assert_int_equal(scratch_make(dir), 0);
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    work_free(&w);
    return scratch_remove(dir);
}

static void same_file(const char *path, const char *golden)
{
    bytes want = fixture_read(golden);
    uint8_t *got;
    size_t len;

    assert_int_equal(file_read(&got, &len, path, 1 << 20, NULL), CUZK_OK);
    assert_int_equal(len, want.len);
    assert_memory_equal(got, want.data, len);
    free(got);
    free(want.data);
}

static void same_c1(const sealed *s, const uint8_t seed[32], const char *golden)
{
    static const char *const files[] = { "c1.json", "c1-api.json", "c1-curio.json" };
    char name[64];
    c1 c;

    assert_int_equal(seal_c1(&c, s, seed, NULL), CUZK_OK);
    for (int layout = C1_BARE; layout <= C1_CURIO; layout++) {
        fixture_text t = { 0 };
        snprintf(name, sizeof name, "golden/%s/%s", golden, files[layout]);
        bytes want = fixture_read(name);
        assert_int_equal(c1_write(&c, (c1_layout)layout, fixture_append, &t), CUZK_OK);
        assert_int_equal(t.len, want.len);
        assert_memory_equal(t.data, want.data, want.len);
        free(t.data);
        free(want.data);
    }
    c1_free(&c);
}

static void same_commitments(const sealed *s, const char *golden)
{
    uint8_t want[32];
    char name[64];

    snprintf(name, sizeof name, "%s/meta.json", golden);
    json_t *meta = golden_load(name);
    fixture_hex32(want, meta, "comm_d");
    assert_memory_equal(s->comm_d.b, want, 32);
    fixture_hex32(want, meta, "comm_r");
    assert_memory_equal(s->comm_r.b, want, 32);
    fixture_hex32(want, meta, "replica_id");
    assert_memory_equal(s->replica_id.b, want, 32);
    json_decref(meta);
}

static void the_2kib_sector(void **state)
{
    static const char *const files[] = { "p_aux",
                                         "sc-02-data-layer-1.dat",
                                         "sc-02-data-layer-2.dat",
                                         "sc-02-data-tree-c.dat",
                                         "sc-02-data-tree-d.dat",
                                         "sc-02-data-tree-r-last.dat" };
    char cache_dir[128], path[256], golden[128];
    sector_cache_out *cache;
    struct stat st;
    seal_case c;
    sealed s;

    (void)state;
    seal_case_make(&c, &registered_seals[5], 1);
    bytes piece = fixture_read("golden/seal-2k/piece.dat");
    assert_int_equal(piece.len, c.request.len);
    assert_memory_equal(piece.data, c.data, piece.len);
    snprintf(cache_dir, sizeof cache_dir, "%s/a/cache", dir);
    assert_int_equal(sector_cache_create(&cache, cache_dir, c.request.seal->shape, false, NULL),
                     CUZK_OK);
    seal_case_seal(&s, &c, cache, &w);
    snprintf(path, sizeof path, "%s/p_aux", cache_dir);
    assert_int_not_equal(stat(path, &st), 0); /* not before all is done */
    assert_int_equal(sector_cache_commit(cache, &s.comm_c, &s.comm_r_last, NULL), CUZK_OK);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", cache_dir, files[i]);
        snprintf(golden, sizeof golden, "golden/seal-2k/cache/%s", files[i]);
        same_file(path, golden);
    }
    bytes replica = fixture_read("golden/seal-2k/sealed.dat");
    assert_int_equal(replica.len, 2048);
    assert_memory_equal(s.replica, replica.data, 2048);
    same_commitments(&s, "seal-2k");
    same_c1(&s, c.seed, "seal-2k");
    sealed_free(&s);
    seal_case_free(&c);
    free(piece.data);
    free(replica.data);
}

static void expect_sha256(const char *what, const void *data, size_t len, const char *hex)
{
    uint8_t digest[32], want[32];

    assert_true(hex_decode(want, 32, hex, 64));
    sha256(digest, data, len);
    if (memcmp(digest, want, 32))
        fail_msg("%s is another", what);
}

/* The files of an 8 MiB sector are known by their SHA-256. */
static void the_8mib_sector(void **state)
{
    static const struct {
        const char *file, *sha256;
    } files[] = {
        { "sc-02-data-layer-1.dat",
          "24e63acd047436508ec0a2fe81bd3d8478129fdc7273faca044b321721dd5c77" },
        { "sc-02-data-layer-2.dat",
          "b71bd0d73b32bf7a7e8d02084c18905cf17578da0acd6d9d6f988638a02886f0" },
        { "sc-02-data-tree-c.dat",
          "7a6a5e6ca7266da271fb62c7ec135ae3e1ee8ff33fc392ea6979f304630da29f" },
        { "sc-02-data-tree-d.dat",
          "234ea5eff748f7ae5d1efa4c53f23fbe154370193ea65b2b7f62173c1cdf0979" },
        { "sc-02-data-tree-r-last.dat",
          "210a138c42bc33d3b84647641ea045e9d9436a0f2d1855d261a2339652f0ecc5" },
    };
    char cache_dir[128], path[256];
    sector_cache_out *cache;
    struct timespec t0, t1;
    seal_case c;
    sealed s;

    (void)state;
    seal_case_make(&c, &registered_seals[6], 1);
    snprintf(cache_dir, sizeof cache_dir, "%s/b", dir);
    assert_int_equal(sector_cache_create(&cache, cache_dir, c.request.seal->shape, false, NULL),
                     CUZK_OK);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    seal_case_seal(&s, &c, cache, &w);
    assert_int_equal(sector_cache_commit(cache, &s.comm_c, &s.comm_r_last, NULL), CUZK_OK);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    print_message("8 MiB sealed on two threads in %.2f s\n",
                  (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    same_commitments(&s, "seal-8m");
    expect_sha256("the replica", s.replica, 8 << 20,
                  "88dac96f2e6e3a39976ee5d0453000cd09400b6286478deecd3df77532773191");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint8_t *data;
        size_t len;
        snprintf(path, sizeof path, "%s/%s", cache_dir, files[i].file);
        assert_int_equal(file_read(&data, &len, path, 32 << 20, NULL), CUZK_OK);
        expect_sha256(files[i].file, data, len, files[i].sha256);
        free(data);
    }
    same_c1(&s, c.seed, "seal-8m");
    sealed_free(&s);
    seal_case_free(&c);
}

/* One thread, and no cache, give the same; so does every version, kind of challenge: their C1 is
 * read back, verifies, and has the partitions and challenges it should. */
static void every_small_proof(void **state)
{
    cuzk_error err = { 0 };
    work one;

    (void)state;
    assert_int_equal(work_init(&one, 1, 0, NULL), CUZK_OK);
    for (unsigned i = 0; i < REGISTERED_SEALS; i += SECTOR_SHAPES) {
        porep_statement statement;
        fr inputs[39];
        fixture_text t = { 0 };
        c1 made, read;
        seal_case c;
        sealed s;

        seal_case_make(&c, &registered_seals[i], 1);
        seal_case_seal(&s, &c, NULL, &one);
        assert_int_equal(seal_c1(&made, &s, c.seed, NULL), CUZK_OK);
        assert_int_equal(made.partitions, i < 15 ? 1 : 13);
        assert_int_equal(c1_write(&made, C1_CURIO, fixture_append, &t), CUZK_OK);
        if (c1_parse(&read, t.data, t.len, NULL, "made", &err) != CUZK_OK ||
            porep_vanilla_verify(&read, &w, &err) != CUZK_OK)
            fail_msg("%s: %s: %s", made.seal->name, err.section, err.message);
        assert_ptr_equal(read.seal, &registered_seals[i]);
        fixture_same_c1(&made, &read);
        porep_statement_from_c1(&statement, &read);
        for (unsigned k = 0; k < read.partitions; k++) {
            assert_true(porep_public_inputs(inputs, &statement, k));
            fr node = fr_from_u64(read.proofs[2 * k].labels[0].node);
            assert_memory_equal(&inputs[3], &node, sizeof node);
            node = fr_from_u64(read.proofs[2 * k + 1].labels[0].node);
            assert_memory_equal(&inputs[21], &node, sizeof node);
        }
        /* Another seed gives other challenges, unless they do not depend on it. */
        read.seed[0] ^= 1;
        assert_int_equal(porep_vanilla_verify(&read, &w, NULL), i < 15 ? CUZK_NO : CUZK_OK);
        c1_free(&made);
        c1_free(&read);
        free(t.data);
        sealed_free(&s);
        seal_case_free(&c);
    }
    work_free(&one);
}

/* Real sectors of the network's early days. */
static void sealed_by_others(void **state)
{
    bytes piece = fixture_read_vector("sealed-2kib/rfp2022.piece");
    bytes replica, p_aux, t_aux, tree_r;
    uint8_t out[1024], comm_r[32];
    seal_request r = { .seal = &registered_seals[5], .sector = 255 };
    sealed s;

    (void)state;
    if (!piece.data)
        skip();
    replica = fixture_read_vector("sealed-2kib/rfp2022.sealed");
    p_aux = fixture_read_vector("sealed-2kib/rfp2022.p_aux");
    t_aux = fixture_read_vector("sealed-2kib/rfp2022.t_aux");
    tree_r = fixture_read_vector("sealed-2kib/rfp2022.tree-r-last.dat");
    memset(r.porep_id, 0x80, 32);
    memset(r.prover_id, 1, 32);
    memset(r.ticket, 2, 32);
    r.data = piece.data;
    r.len = piece.len;
    assert_int_equal(seal_sector(&s, &r, NULL, &w, NULL), CUZK_OK);
    assert_true(hex_decode(comm_r, 32,
                           "50fdbefac83c87a935f5d9edfcfe460723b2a3e6d4972f4b866f98cf26e7c43d", 64));
    assert_memory_equal(s.comm_r.b, comm_r, 32);
    assert_memory_equal(s.replica, replica.data, 2048);
    assert_memory_equal(s.comm_c.b, p_aux.data, 32);
    assert_memory_equal(s.comm_r_last.b, p_aux.data + 32, 32);
    assert_memory_equal(s.tree_r.rows, tree_r.data, tree_r.len);
    assert_int_equal(sector_t_aux(out,
                                  "/var/folders/3z/0d4c76f13ws0432z0w4hh7wh0000gn/T/.tmpXkvVTk/"
                                  ".tmp0dbYDb",
                                  s.shape),
                     t_aux.len);
    assert_memory_equal(out, t_aux.data, t_aux.len);
    sealed_free(&s);
    free(piece.data);
    free(replica.data);
    free(p_aux.data);
    free(t_aux.data);
    free(tree_r.data);
}

static void refusals(void **state)
{
    cuzk_error err = { 0 };
    seal_case c;
    sealed s;

    (void)state;
    seal_case_make(&c, &registered_seals[5], 1);
    c.request.len++;
    assert_int_equal(seal_sector(&s, &c.request, NULL, &w, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-long");
    assert_string_equal(err.found, "2033");
    c.request.seal = &registered_seals[8];
    assert_int_equal(seal_sector(&s, &c.request, NULL, &w, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-large");
    seal_case_free(&c);
}

/* Nothing is left behind, in memory or on disk, whenever it is cancelled or memory runs out. */
typedef struct canceller {
    work *w;
    const char *phase;
} canceller;

static void cancel_in_phase(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    const canceller *c = ctx;

    assert_true(done <= total);
    if (!strcmp(phase, c->phase))
        atomic_store(&c->w->cancelled, true);
}

static void cancelled_and_out_of_memory(void **state)
{
    static const char *const phases[] = { "tree D", "labels", "replica", "tree C", "tree R" };
    char cache_dir[128], path[256];
    cuzk_error err = { 0 };
    sector_cache_out *cache;
    struct stat st;
    seal_case c;
    sealed s;

    (void)state;
    seal_case_make(&c, &registered_seals[5], 1);
    snprintf(cache_dir, sizeof cache_dir, "%s/c", dir);
    snprintf(path, sizeof path, "%s/sc-02-data-tree-d.dat", cache_dir);
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        canceller cancel = { &w, phases[i] };
        w.progress = cancel_in_phase;
        w.progress_ctx = &cancel;
        assert_int_equal(sector_cache_create(&cache, cache_dir, c.request.seal->shape, false, NULL),
                         CUZK_OK);
        assert_int_equal(seal_sector(&s, &c.request, cache, &w, &err), CUZK_INTERRUPTED);
        sector_cache_abort(cache);
        assert_int_not_equal(stat(path, &st), 0);
        assert_int_equal(rmdir(cache_dir), 0); /* it is empty */
        assert_int_equal(w.mem_used, 0);
        atomic_store(&w.cancelled, false);
    }
    w.progress = NULL;
    for (size_t limit = 1000; limit < 1 << 20; limit += 40000) {
        w.mem_limit = limit;
        cuzk_status status = seal_sector(&s, &c.request, NULL, &w, &err);
        assert_true(status == CUZK_OK || status == CUZK_NO_RESOURCES);
        if (status == CUZK_OK)
            sealed_free(&s);
        assert_int_equal(w.mem_used, 0);
    }
    w.mem_limit = 0;
    seal_case_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_2kib_sector),   cmocka_unit_test(the_8mib_sector),
        cmocka_unit_test(every_small_proof), cmocka_unit_test(sealed_by_others),
        cmocka_unit_test(refusals),          cmocka_unit_test(cancelled_and_out_of_memory),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
