/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sections of more than one chunk: the points are those of the scalars, in order, and the digests
 * those of the bytes; the same on one, two and three threads. */
#include "base/bytes.h"
#include "groth16/params_writer.h"
#include "support.h"
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FEW = 29, LONG = 2 * WRITER_CHUNK + 777 };

/* Number i is i mod FEW. */
static void expand(const void *ctx, size_t i, size_t len, fr *out)
{
    (void)ctx;
    for (size_t k = 0; k < len; k++)
        out[k] = fr_from_u64((i + k) % FEW);
}

static uint8_t few[2][FEW][G2_UNCOMPRESSED_LEN]; /* of G1, of G2 */

static int start(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FEW; i++) {
        const fr k = fr_from_u64(i);
        g1 p1;
        g2 p2;
        g1_affine a1;
        g2_affine a2;
        g1_mul_affine(&p1, &G1_GENERATOR, &k);
        g1_to_affine(&a1, &p1);
        g1_to_uncompressed(few[0][i], &a1);
        g2_mul_affine(&p2, &G2_GENERATOR, &k);
        g2_to_affine(&a2, &p2);
        g2_to_uncompressed(few[1][i], &a2);
    }
    return 0;
}

static void write_file(work *w, groth16_digests *d, const uint64_t n[SECTIONS], const char *path)
{
    params_writer pw;
    fixed_base *t1, *t2;
    uint8_t vk[GROTH16_VK_LEN(1)] = { 0 };
    memset(d, 0, sizeof *d);
    groth16_parts(d->part, 1, n);
    assert_int_equal(fixed_base_g1_new(&t1, w, &G1_GENERATOR, LONG, NULL), CUZK_OK);
    assert_int_equal(fixed_base_g2_new(&t2, w, &G2_GENERATOR, 1000, NULL), CUZK_OK);
    assert_int_equal(params_writer_open(&pw, w, d, path, NULL), CUZK_OK);
    assert_int_equal(params_writer_vk(&pw, vk, sizeof vk, NULL), CUZK_OK);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        const fr_view scalars = { .n = n[s], .expand = expand };
        assert_int_equal(params_writer_section(&pw, s, s == SECTION_B_G2 ? t2 : t1, &scalars, NULL),
                         CUZK_OK);
    }
    assert_int_equal(params_writer_commit(&pw, NULL), CUZK_OK);
    params_writer_close(&pw);
    fixed_base_free(t1, w);
    fixed_base_free(t2, w);
    assert_int_equal(atomic_load(&w->mem_used), 0);
}

static void file_is_right(const groth16_digests *d, const uint64_t n[SECTIONS], const char *path)
{
    size_t len;
    uint8_t found[32], *data = load_file(path, &len);
    assert_int_equal(len, d->params_len);
    sha256(found, data, len);
    assert_memory_equal(found, d->params_sha256, 32);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        const groth16_part *p = &d->part[GROTH16_VK_PARTS + s];
        const size_t point_len = groth16_section_point_len(s);
        const uint8_t *at = data + p->offset;
        assert_int_equal(load_be32(at - 4), n[s]);
        sha256(found, at, (size_t)p->len);
        assert_memory_equal(found, d->part_sha256[GROTH16_VK_PARTS + s], 32);
        for (size_t i = 0; i < n[s]; i++, at += point_len)
            if (memcmp(at, few[s == SECTION_B_G2][i % FEW], point_len) != 0)
                fail_msg("section %s, point %zu", groth16_section_name[s], i);
    }
    free(data);
}

static void sections(void **state)
{
    (void)state;
    const uint64_t n[SECTIONS] = { LONG, 0, WRITER_CHUNK, 1, 3000 };
    char path[] = "/tmp/cuzk-writer-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        groth16_digests d;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        write_file(&w, &d, n, path);
        file_is_right(&d, n, path);
        work_free(&w);
    }
    unlink(path);
}

/* A write that fails in the middle of a section is reported, and the file does not appear. */
static void a_failing_write(void **state)
{
    (void)state;
    const uint64_t n[SECTIONS] = { LONG, 0, 0, 0, 0 };
    const fr_view scalars = { .n = LONG, .expand = expand };
    char path[] = "/tmp/cuzk-writer-XXXXXX";
    work w;
    groth16_digests d = { 0 };
    params_writer pw;
    fixed_base *t;
    cuzk_error err;
    struct rlimit before, limit;
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    groth16_parts(d.part, 1, n);
    assert_int_equal(fixed_base_g1_new(&t, &w, &G1_GENERATOR, LONG, NULL), CUZK_OK);
    assert_int_equal(params_writer_open(&pw, &w, &d, path, NULL), CUZK_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit =
        (struct rlimit) { (WRITER_CHUNK + 1000) * (rlim_t)G1_UNCOMPRESSED_LEN, before.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cuzk_status status = params_writer_section(&pw, SECTION_H, t, &scalars, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_not_equal(status, CUZK_OK);
    assert_int_equal(err.status, status);
    assert_string_equal(err.file, path);
    params_writer_close(&pw);
    assert_int_not_equal(access(path, F_OK), 0);
    fixed_base_free(t, &w);
    assert_int_equal(atomic_load(&w.mem_used), 0);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections),
        cmocka_unit_test(a_failing_write),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
