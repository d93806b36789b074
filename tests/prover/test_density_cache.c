/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Densities come back from the cache as they went in, and from nothing else. */
#include "prover/density_cache.h"

#include "base/file.h"
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

#define PARTS 3

static unsigned runs; /* of the head: once for each computation */

/* Variables of which every third stands in A, every second in B. */
static void rows(cs *s, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        cs_var v = cs_alloc(s, &FR_ONE);
        cs_row r = cs_row_begin(s);
        if (i % 3 == 0)
            lc_add_var(r.a, v);
        if (i % 2 == 0)
            lc_add_var(r.b, v);
        cs_row_end(s);
    }
}

static void head(const void *ctx, cs *s, void *shared)
{
    (void)ctx;
    (void)shared;
    runs++;
    rows(s, 5);
}

static void part(const void *ctx, cs *s, const void *shared, unsigned i)
{
    (void)ctx;
    (void)shared;
    (void)i;
    cs_var v = cs_alloc_input(s, &FR_ONE);
    rows(s, 70);
    cs_row r = cs_row_begin(s);
    lc_add_var(r.b, v);
    cs_row_end(s);
}

static void all(const void *ctx, cs *s)
{
    head(ctx, s, NULL);
    for (unsigned i = 0; i < PARTS; i++)
        part(ctx, s, NULL, i);
}

static const circuit c = { "cached", all, NULL };
static const circuit_parts parts = {
    .n = PARTS,
    .head_counts = { .n_rows = 5, .n_inputs = 1, .n_aux = 5 },
    .part_counts = { .n_rows = 71, .n_inputs = 1, .n_aux = 70 },
    .head = head,
    .part = part,
};

static work w;
static char dir[64], path[128];
static density_set expected;

static int set_up(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/cuzk-densities-XXXXXX");
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/densities/%s", dir, c.id);
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    assert_int_equal(density_make(&expected, &w, &c, NULL, NULL), CUZK_OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    assert_int_equal(rmdir(dir), 0);
    density_free(&expected);
    work_free(&w);
    return 0;
}

static void same(const bitmap *a, const bitmap *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->words, b->words, (a->n + 63) / 64 * sizeof *a->words);
}

static void get_in(const char *in, density_source want)
{
    density_set d;
    density_source source;
    unsigned before = runs;

    assert_int_equal(density_cache_get(&d, &source, &w, in, &c, &parts, NULL), CUZK_OK);
    assert_int_equal(source, want);
    assert_int_equal(runs - before, want == DENSITY_LOADED ? 0 : 1);
    same(&d.a_aux, &expected.a_aux);
    same(&d.b_aux, &expected.b_aux);
    same(&d.b_input, &expected.b_input);
    density_free(&d);
}

static void get(density_source want)
{
    get_in(dir, want);
}

static void computed_once(void **state)
{
    struct stat st;

    (void)state;
    get_in(NULL, DENSITY_COMPUTED);
    get(DENSITY_COMPUTED);
    get(DENSITY_LOADED);
    get(DENSITY_LOADED);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

static void put(const uint8_t *data, size_t len)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

/* Every byte, many lengths. */
static void damaged(void **state)
{
    uint8_t *good, *bad;
    size_t len;

    (void)state;
    get(DENSITY_LOADED);
    assert_int_equal(file_read(&good, &len, path, 1 << 20, NULL), CUZK_OK);
    bad = malloc(len + 1);
    memcpy(bad, good, len);
    bad[len] = 0;
    for (size_t i = 0; i < len; i++) {
        bad[i] ^= (uint8_t)(1U << (i % 8));
        put(bad, len);
        get(DENSITY_REBUILT);
        bad[i] = good[i];
    }
    for (size_t n = 0; n <= len + 1; n += n + 16 < len ? 15 : 1) {
        put(bad, n);
        get(n == len ? DENSITY_LOADED : DENSITY_REBUILT);
    }
    get(DENSITY_LOADED);
    free(good);
    free(bad);
}

static void anothers(void **state)
{
    char link[128], elsewhere[128];

    (void)state;
    assert_int_equal(chmod(path, 0620), 0);
    get(DENSITY_REBUILT);
    assert_int_equal(chmod(path, 0602), 0);
    get(DENSITY_REBUILT);
    get(DENSITY_LOADED);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", dir);
    assert_int_equal(rename(path, elsewhere), 0);
    snprintf(link, sizeof link, "%s", path);
    assert_int_equal(symlink(elsewhere, link), 0);
    get(DENSITY_REBUILT);
    assert_int_equal(unlink(elsewhere), 0);
}

/* A good file, of a circuit of another name or another size. */
static void foreign(void **state)
{
    const circuit other = { "another", all, NULL };
    circuit_parts more = parts;
    density_set d;
    density_source source;
    char its[128];

    (void)state;
    snprintf(its, sizeof its, "%s/densities/%s", dir, other.id);
    assert_int_equal(density_cache_get(&d, NULL, &w, dir, &other, &parts, NULL), CUZK_OK);
    density_free(&d);
    assert_int_equal(rename(its, path), 0);
    get(DENSITY_REBUILT);
    more.n = PARTS + 1;
    assert_int_equal(density_cache_get(&d, &source, &w, dir, &c, &more, NULL), CUZK_OK);
    assert_int_equal(source, DENSITY_REBUILT);
    density_free(&d);
    get(DENSITY_REBUILT);
}

static void no_place(void **state)
{
    char file[160];

    (void)state;
    snprintf(file, sizeof file, "%s/none", path); /* below a file */
    get_in(file, DENSITY_COMPUTED);
    get_in(file, DENSITY_COMPUTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computed_once), cmocka_unit_test(damaged),  cmocka_unit_test(anothers),
        cmocka_unit_test(foreign),       cmocka_unit_test(no_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
