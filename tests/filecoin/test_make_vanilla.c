/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs made from sealed sectors: the golden ones, byte for byte; of larger sectors, that
 * they verify; replicas that are damaged or of another sector are refused. */
#include "base/bytes.h"
#include "filecoin/fr32.h"
#include "filecoin/post_make.h"
#include "filecoin/seal_case.h"
#include "filecoin/update_make.h"
#include "filecoin/vanilla_case.h"
#include "scratch.h"
#include <sys/stat.h>
#include <unistd.h>

static char dir[SCRATCH_LEN];
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

/* A sector on disk, sealed with the salts of the golden ones. */
typedef struct on_disk {
    char path[100], cache[120];
    seal_case c;
} on_disk;

static void seal_to_disk(on_disk *d, const registered_seal *seal, uint64_t id)
{
    sector_cache_out *cache;
    cuzk_error err = { 0 };
    sealed s;

    snprintf(d->path, sizeof d->path, "%s/%s-%u", dir, seal->shape->name, (unsigned)id);
    snprintf(d->cache, sizeof d->cache, "%s.cache", d->path);
    seal_case_make(&d->c, seal, id);
    assert_int_equal(sector_cache_create(&cache, d->cache, seal->shape, false, NULL), CUZK_OK);
    seal_case_seal(&s, &d->c, cache, &w);
    assert_int_equal(sector_cache_commit(cache, &s.comm_c, &s.comm_r_last, NULL), CUZK_OK);
    if (file_write(d->path, s.replica, seal->shape->size, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    sealed_free(&s);
}

static void open_replica(replica *r, const on_disk *d)
{
    cuzk_error err = { 0 };

    if (replica_open(r, d->c.request.seal->shape, d->path, d->cache, &w, &err) != CUZK_OK)
        fail_msg("%s: %s", err.file, err.message);
}

/* --- PoSt --- */

static void same_items(const post_vanilla *made, const char *golden)
{
    size_t len = post_sector_len(made->kind, made->shape);
    uint8_t *out = malloc(len);
    char name[64];

    for (size_t i = 0; i < made->n_sectors; i++) {
        snprintf(name, sizeof name, "golden/%s/vanilla-%u.bin", golden, (unsigned)i);
        bytes want = fixture_read(name);
        post_sector_write(out, made, i);
        assert_int_equal(len, want.len);
        assert_memory_equal(out, want.data, len);
        free(want.data);
    }
    free(out);
}

static void golden_posts(void **state)
{
    static const char *const names[] = {
        [KIND_WINNING] = "winning-2k", [KIND_WINDOW] = "window-2k"
    };
    on_disk disk[2];
    replica r[2];
    const replica *replicas[2] = { &r[0], &r[1] };

    (void)state;
    for (int i = 0; i < 2; i++) {
        seal_to_disk(&disk[i], &registered_seals[5], 1 + i);
        open_replica(&r[i], &disk[i]);
    }
    for (int kind = KIND_WINNING; kind <= KIND_WINDOW; kind++) {
        cuzk_error err = { 0 };
        post_vanilla made;
        post_case c;

        post_case_open(&c, (proof_kind)kind);
        assert_int_equal(post_make(&made, &c.s, replicas, NULL), CUZK_OK);
        same_items(&made, names[kind]);
        assert_int_equal(post_vanilla_verify(&made, 0, &c.s, &w, NULL), CUZK_OK);
        post_vanilla_free(&made);
        c.claims[c.s.n_sectors - 1].comm_r.b[0] ^= 1;
        assert_int_equal(post_make(&made, &c.s, replicas, &err), CUZK_NO);
        assert_string_equal(err.code, "wrong-comm-r");
        assert_null(made.arena);
        post_case_close(&c);
    }
    for (int i = 0; i < 2; i++) {
        replica_close(&r[i]);
        seal_case_free(&disk[i].c);
    }
}

/* --- updates --- */

static void golden_update(void **state)
{
    bytes data = fixture_read("golden/update-2k/new-piece.dat");
    bytes nodes = fixture_read("golden/update-2k/update.dat");
    bytes item = fixture_read("golden/update-2k/vanilla-0.bin");
    uint8_t *out = malloc(item.len);
    char cache_dir[160], path[200];
    sector_cache_out *cache;
    update_vanilla made;
    update_case want;
    struct stat st;
    on_disk disk;
    replica old;
    updated u;

    (void)state;
    seal_to_disk(&disk, &registered_seals[5], 1);
    open_replica(&old, &disk);
    update_case_open(&want);
    snprintf(cache_dir, sizeof cache_dir, "%s/update", dir);
    assert_int_equal(sector_cache_create(&cache, cache_dir, old.shape, true, NULL), CUZK_OK);
    assert_int_equal(update_sector(&u, &old, data.data, data.len, 1, cache, &w, NULL), CUZK_OK);
    assert_int_equal(sector_cache_commit(cache, &old.comm_c, &u.comm_r_last, NULL), CUZK_OK);
    assert_memory_equal(u.nodes, nodes.data, 2048);
    assert_memory_equal(&u.statement.comm_r_old, &want.s.comm_r_old, 32);
    assert_memory_equal(&u.statement.comm_d_new, &want.s.comm_d_new, 32);
    assert_memory_equal(&u.statement.comm_r_new, &want.s.comm_r_new, 32);
    assert_int_equal(update_make(&made, &u, NULL), CUZK_OK);
    update_partition_write(out, &made, 0);
    assert_memory_equal(out, item.data, item.len);
    assert_int_equal(update_vanilla_verify(&made, &u.statement, &w, NULL), CUZK_OK);
    update_vanilla_free(&made);
    /* The updated sector is one that can be opened. */
    snprintf(path, sizeof path, "%s/t_aux", cache_dir);
    assert_int_not_equal(stat(path, &st), 0);
    snprintf(path, sizeof path, "%s/updated", dir);
    assert_int_equal(file_write(path, u.nodes, 2048, NULL), CUZK_OK);
    updated_free(&u);
    replica_close(&old);
    assert_int_equal(replica_open(&old, &sector_shapes[0], path, cache_dir, &w, NULL), CUZK_OK);
    assert_memory_equal(&old.comm_r, &want.s.comm_r_new, 32);
    assert_int_equal(update_sector(&u, &old, data.data, 2033, 1, NULL, &w, NULL), CUZK_BAD_INPUT);
    replica_close(&old);
    update_case_close(&want);
    seal_case_free(&disk.c);
    free(out);
    free(data.data);
    free(nodes.data);
    free(item.data);
    assert_int_equal(w.mem_used, 0);
}

/* Four partitions, several h; the new data fills the sector, so that the factor matters. */
static void larger_sectors(void **state)
{
    static const unsigned hs[] = { 7, 12 };
    post_sector_claim claim = { .id = 1 };
    post_statement s = {
        .post = &registered_posts[6], .randomness = { 5 }, .n_sectors = 1, .sectors = &claim
    };
    const replica *replicas[1];
    cuzk_error err = { 0 };
    post_vanilla post;
    on_disk disk;
    replica r;

    (void)state;
    seal_to_disk(&disk, &registered_seals[6], 1);
    open_replica(&r, &disk);
    replicas[0] = &r;
    claim.comm_r = r.comm_r;
    assert_int_equal(post_make(&post, &s, replicas, NULL), CUZK_OK);
    if (post_vanilla_verify(&post, 0, &s, &w, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    post_vanilla_free(&post);
    for (size_t i = 0; i < sizeof hs / sizeof *hs; i++) {
        update_vanilla made;
        updated u;
        assert_int_equal(
            update_sector(&u, &r, disk.c.data, disk.c.request.len, hs[i], NULL, &w, NULL), CUZK_OK);
        assert_int_equal(update_make(&made, &u, NULL), CUZK_OK);
        if (update_vanilla_verify(&made, &u.statement, &w, &err) != CUZK_OK)
            fail_msg("h %u: %s", hs[i], err.message);
        u.statement.h = 9;
        assert_int_equal(update_vanilla_verify(&made, &u.statement, &w, &err), CUZK_NO);
        assert_string_equal(err.code, "wrong-encoding");
        update_vanilla_free(&made);
        updated_free(&u);
    }
    replica_close(&r);
    seal_case_free(&disk.c);
}

/* --- replicas --- */

static void expect_refused(const on_disk *d, cuzk_status status, const char *code, const char *file)
{
    cuzk_error err = { 0 };
    replica r;

    assert_int_equal(replica_open(&r, &sector_shapes[0], d->path, d->cache, &w, &err), status);
    assert_string_equal(err.code, code);
    assert_non_null(strstr(err.file, file));
    assert_null(r.work);
}

static void rewrite(const char *path, long at, uint8_t xor, size_t len)
{
    uint8_t *data;
    size_t was;

    assert_int_equal(file_read(&data, &was, path, 1 << 20, NULL), CUZK_OK);
    if (xor)
        data[at] ^= xor;
    assert_int_equal(file_write(path, data, len < was ? len : was, NULL), CUZK_OK);
    free(data);
}

static void damaged_replicas(void **state)
{
    char tree[192], p_aux[192];
    post_sector_claim claim = { .id = 3 };
    post_statement s = { .post = &registered_posts[0], .n_sectors = 1, .sectors = &claim };
    const replica *replicas[1];
    cuzk_error err = { 0 };
    post_vanilla made;
    on_disk d;
    replica r;

    (void)state;
    seal_to_disk(&d, &registered_seals[5], 3);
    snprintf(tree, sizeof tree, "%s/sc-02-data-tree-r-last.dat", d.cache);
    snprintf(p_aux, sizeof p_aux, "%s/p_aux", d.cache);
    expect_refused(&(on_disk) { .path = "/nonexistent" }, CUZK_BAD_INPUT, "no-such-file",
                   "/nonexistent");
    rewrite(tree, 0, 1, 32);
    expect_refused(&d, CUZK_NO, "wrong-root", "tree-r-last");
    rewrite(tree, 0, 0, 31);
    expect_refused(&d, CUZK_BAD_INPUT, "wrong-length", "tree-r-last");
    assert_int_equal(remove(tree), 0);
    open_replica(&r, &d); /* the tree is built again */
    replicas[0] = &r;
    claim.comm_r = r.comm_r;
    assert_int_equal(post_make(&made, &s, replicas, NULL), CUZK_OK);
    assert_int_equal(post_vanilla_verify(&made, 0, &s, &w, NULL), CUZK_OK);
    post_vanilla_free(&made);
    replica_close(&r);
    rewrite(d.path, 40, 1, 2048);
    expect_refused(&d, CUZK_NO, "wrong-root", d.path);
    rewrite(d.path, 63, 0x80, 2048);
    expect_refused(&d, CUZK_BAD_INPUT, "not-canonical", d.path);
    rewrite(d.path, 0, 0, 2047);
    expect_refused(&d, CUZK_BAD_INPUT, "wrong-length", d.path);
    seal_case_free(&d.c);
    seal_to_disk(&d, &registered_seals[5], 3);
    rewrite(p_aux, 31, 0x80, 64);
    expect_refused(&d, CUZK_BAD_INPUT, "not-canonical", d.cache);
    rewrite(p_aux, 31, 0x80, 63);
    expect_refused(&d, CUZK_BAD_INPUT, "wrong-length", "p_aux");
    assert_int_equal(replica_open(&r, &sector_shapes[3], d.path, d.cache, &w, &err),
                     CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-large");
    seal_case_free(&d.c);
}

/* Sectors of the network's early days: what is kept of their trees is what is built here. */
static void sectors_of_others(void **state)
{
    static const char *const names[] = { "rfp2022", "venus-s-t0106-0", "venus-s-t0106-1" };

    (void)state;
    if (!test_vectors())
        skip();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[96], cache[128], path[160];
        bytes nodes, p_aux, tree;
        replica r;

        snprintf(file, sizeof file, "sealed-2kib/%s.sealed", names[i]);
        nodes = fixture_read_vector(file);
        snprintf(file, sizeof file, "sealed-2kib/%s.p_aux", names[i]);
        p_aux = fixture_read_vector(file);
        snprintf(file, sizeof file, "sealed-2kib/%s.tree-r-last.dat", names[i]);
        tree = fixture_read_vector(file);
        snprintf(cache, sizeof cache, "%s/%s", dir, names[i]);
        assert_int_equal(file_make_dirs(cache, NULL), CUZK_OK);
        snprintf(path, sizeof path, "%s/p_aux", cache);
        assert_int_equal(file_write(path, p_aux.data, p_aux.len, NULL), CUZK_OK);
        snprintf(path, sizeof path, "%s/sealed", cache);
        assert_int_equal(file_write(path, nodes.data, nodes.len, NULL), CUZK_OK);
        assert_int_equal(replica_open(&r, &sector_shapes[0], path, cache, &w, NULL), CUZK_OK);
        assert_int_equal(r.tree.owned_len, tree.len); /* it was built */
        assert_memory_equal(r.tree.rows, tree.data, tree.len);
        replica_close(&r);
        snprintf(path, sizeof path, "%s/sc-02-data-tree-r-last.dat", cache);
        assert_int_equal(file_write(path, tree.data, tree.len, NULL), CUZK_OK);
        snprintf(path, sizeof path, "%s/sealed", cache);
        assert_int_equal(replica_open(&r, &sector_shapes[0], path, cache, &w, NULL), CUZK_OK);
        assert_null(r.tree.owned); /* it was read */
        replica_close(&r);
        free(nodes.data);
        free(p_aux.data);
        free(tree.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_posts),      cmocka_unit_test(golden_update),
        cmocka_unit_test(larger_sectors),    cmocka_unit_test(damaged_replicas),
        cmocka_unit_test(sectors_of_others),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
