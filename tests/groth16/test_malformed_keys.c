/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Keys and parameters that are cut, miscounted or made of wrong points. */
#include "base/bytes.h"
#include "groth16/parts.h"
#include "support.h"

typedef struct file {
    uint8_t *data;
    size_t len;
    groth16_part part[GROTH16_PARTS];
} file;

static void load_params(file *f, const char *name)
{
    groth16_params p;
    uint64_t n[SECTIONS];
    f->data = load_file(in_dir(GOLDEN "setup", name), &f->len);
    assert_int_equal(groth16_params_parse(&p, f->data, f->len, name, false, NULL), CUZK_OK);
    for (int s = 0; s < SECTIONS; s++)
        n[s] = p.section[s].n;
    groth16_parts(f->part, p.vk.n_ic, n);
    for (int s = 0; s < SECTIONS; s++)
        assert_ptr_equal(p.section[s].points, f->data + f->part[GROTH16_VK_PARTS + s].offset);
    assert_int_equal(groth16_params_len(f->part), f->len);
    groth16_params_close(&p);
}

/* Parses a copy exactly as long as it says, so that a sanitizer sees a step too far. */
static cuzk_status parse_copy(const uint8_t *data, size_t len, bool trailer, cuzk_error *err)
{
    groth16_params p;
    uint8_t *copy = malloc(len ? len : 1);
    if (len)
        memcpy(copy, data, len);
    cuzk_status status = groth16_params_parse(&p, copy, len, "copy", trailer, err);
    groth16_params_close(&p);
    free(copy);
    return status;
}

static void cut_short(void **state)
{
    (void)state;
    file f;
    cuzk_error err;
    load_params(&f, "gadget-num-ops.params");
    for (size_t len = 0; len < f.len; len += len % 97 == 0 ? 1 : 13)
        assert_int_equal(parse_copy(f.data, len, true, &err), CUZK_BAD_INPUT);
    for (int i = 0; i < GROTH16_PARTS; i++) {
        const size_t border[] = { f.part[i].offset, f.part[i].offset + 1,
                                  f.part[i].offset + f.part[i].len - 1 };
        for (int k = 0; k < 3; k++) {
            assert_int_equal(parse_copy(f.data, border[k], false, &err), CUZK_BAD_INPUT);
            assert_string_equal(err.code, "truncated");
            assert_string_equal(err.file, "copy");
            assert_true(err.section[0] && err.expected[0] && err.found[0]);
        }
    }
    const size_t other[] = { 0, 1, f.len / 2, f.len - 1 };
    for (int i = 0; i < 4; i++)
        assert_int_equal(parse_copy(f.data, other[i], true, &err), CUZK_BAD_INPUT);
    free(f.data);
}

static void trailer(void **state)
{
    (void)state;
    file f;
    cuzk_error err;
    load_params(&f, "gadget-num-ops.params");
    f.data = realloc(f.data, f.len + 1);
    f.data[f.len] = 0;
    assert_int_equal(parse_copy(f.data, f.len + 1, false, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "trailer");
    assert_int_equal(parse_copy(f.data, f.len + 1, true, &err), CUZK_OK);
    free(f.data);
}

static void counts(void **state)
{
    (void)state;
    file f;
    cuzk_error err;
    load_params(&f, "gadget-num-ops.params");
    for (int i = GROTH16_VK_PARTS - 1; i < GROTH16_PARTS; i++) {
        uint8_t *count = f.data + f.part[i].offset - 4;
        uint32_t right = load_be32(count);
        assert_int_equal(right, f.part[i].n);
        const uint32_t wrong[] = {
            0, right - 1, right + 1, UINT32_MAX - 1, UINT32_MAX, 0x80000000
        };
        for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
            store_be32(count, wrong[k]);
            assert_int_equal(parse_copy(f.data, f.len, false, &err), CUZK_BAD_INPUT);
            assert_int_equal(parse_copy(f.data, f.len, true, &err), CUZK_BAD_INPUT);
        }
        store_be32(count, right);
    }
    free(f.data);
}

/* A huge count in a small file is refused before anything is allocated for it. */
static void a_count_is_checked_against_the_size(void **state)
{
    (void)state;
    size_t len;
    cuzk_error err;
    groth16_vk vk;
    uint8_t *data = load_file(in_dir(GOLDEN "setup", "gadget-num-ops.vk"), &len);
    store_be32(data + 864, UINT32_MAX);
    assert_int_equal(groth16_vk_parse(&vk, data, len, NULL, "vk", &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "truncated");
    assert_string_equal(err.section, "vk.ic");
    assert_null(vk.ic);
    free(data);
}

static void vk_refused(const uint8_t *data, size_t len, const char *section, int64_t index,
                       point_status why)
{
    cuzk_error err;
    groth16_vk vk;
    assert_int_equal(groth16_vk_parse(&vk, data, len, NULL, "vk", &err), CUZK_BAD_INPUT);
    assert_string_equal(err.section, section);
    assert_int_equal(err.index, index);
    assert_string_equal(err.code, point_status_code(why));
    assert_null(vk.ic);
}

/* Each point of a key, one at a time: infinite, outside the subgroup, off the curve. */
static void points_of_a_key(void **state)
{
    (void)state;
    file f;
    load_params(&f, "gadget-num-ops.params");
    size_t len = GROTH16_VK_LEN(f.part[GROTH16_VK_PARTS - 1].n);
    g1_affine p1 = g1_outside(1);
    g2_affine p2 = g2_outside(1);
    for (int i = 0; i < GROTH16_VK_PARTS; i++) {
        const groth16_part *part = &f.part[i];
        size_t point_len = part->len / part->n;
        int64_t index = i == GROTH16_VK_PARTS - 1 ? (int64_t)part->n - 1 : -1;
        uint8_t *at = f.data + part->offset + part->len - point_len, keep[192];
        memcpy(keep, at, point_len);

        memset(at, 0, point_len);
        at[0] = 0x40;
        vk_refused(f.data, len, part->name, index, POINT_INFINITY);
        at[point_len - 1] = 1;
        vk_refused(f.data, len, part->name, index, POINT_NOT_CANONICAL);

        if (point_len == G1_UNCOMPRESSED_LEN)
            g1_to_uncompressed(at, &p1);
        else
            g2_to_uncompressed(at, &p2);
        vk_refused(f.data, len, part->name, index, POINT_NOT_IN_SUBGROUP);

        memcpy(at, keep, point_len);
        at[point_len - 1] ^= 1;
        vk_refused(f.data, len, part->name, index, POINT_NOT_ON_CURVE);
        memcpy(at, keep, point_len);
        at[0] |= 0x80;
        vk_refused(f.data, len, part->name, index, POINT_BAD_FLAGS);
        memcpy(at, keep, point_len);
    }
    free(f.data);
}

static void a_key_is_written_as_it_was_read(void **state)
{
    (void)state;
    static const char *const name[] = { "gadget-num-ops.vk", "porep-2KiB.vk", "winning-2KiB.vk" };
    for (int i = 0; i < 3; i++) {
        groth16_vk vk;
        size_t len;
        uint8_t *data = load_file(in_dir(GOLDEN "setup", name[i]), &len), *out = malloc(len);
        assert_int_equal(groth16_vk_parse(&vk, data, len, NULL, name[i], NULL), CUZK_OK);
        assert_int_equal(GROTH16_VK_LEN(vk.n_ic), len);
        groth16_vk_write(out, &vk);
        assert_memory_equal(out, data, len);
        groth16_vk_free(&vk);
        free(data);
        free(out);
    }
}

static void missing_files(void **state)
{
    (void)state;
    cuzk_error err;
    groth16_params p;
    assert_int_equal(groth16_params_open(&p, "/nonexistent/x.params", false, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.file, "/nonexistent/x.params");
    assert_int_equal(groth16_params_open(&p, "/", false, &err), CUZK_BAD_INPUT);
    groth16_params_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_short),       cmocka_unit_test(trailer),
        cmocka_unit_test(counts),          cmocka_unit_test(a_count_is_checked_against_the_size),
        cmocka_unit_test(points_of_a_key), cmocka_unit_test(a_key_is_written_as_it_was_read),
        cmocka_unit_test(missing_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
