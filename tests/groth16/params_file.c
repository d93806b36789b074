/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "params_file.h"

void params_file_load(params_file *f, const char *name)
{
    f->data = load_file(in_dir(GOLDEN "setup", name), &f->len);
    assert_int_equal(groth16_params_parse(&f->p, f->data, f->len, name, false, NULL), CUZK_OK);
}

void params_file_free(params_file *f)
{
    groth16_params_close(&f->p);
    free(f->data);
}

uint8_t *params_file_point(params_file *f, groth16_section s, size_t i)
{
    return f->data + (f->p.section[s].points - f->data) + i * f->p.section[s].point_len;
}

void outside_to(uint8_t *at, groth16_section s, unsigned n)
{
    g1_affine p1 = g1_outside(n);
    g2_affine p2 = g2_outside(n);
    if (s == SECTION_B_G2)
        g2_to_uncompressed(at, &p2);
    else
        g1_to_uncompressed(at, &p1);
}

void damaged(work *w, const params_file *f, groth16_section s, size_t i, point_status why)
{
    cuzk_error err;
    assert_int_equal(groth16_params_check(&f->p, w, &err), CUZK_NO);
    assert_string_equal(err.section, groth16_section_name[s]);
    assert_int_equal(err.index, i);
    assert_string_equal(err.code, point_status_code(why));
    assert_true(err.expected[0] && err.found[0]);
    assert_int_equal(atomic_load(&w->mem_used), 0);
}

/* Above CHECK_EACH_MAX of groth16/params_check.c, so that sums are tested, not points, and more
 * than one chunk of them. */
enum { MANY = 9000 };

void params_file_many(params_file *f)
{
    params_file few;
    static const size_t n[SECTIONS] = { MANY / 2, 0, MANY / 4, MANY / 4, 5000 };
    params_file_load(&few, "gadget-por-oct.params");
    memset(f, 0, sizeof *f);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        f->len += n[s] * few.p.section[s].point_len;
    f->data = malloc(f->len);
    assert_non_null(f->data);
    uint8_t *to = f->data;
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        const uint8_t *from = few.p.section[s].points;
        size_t have = few.p.section[s].n, len = few.p.section[s].point_len;
        f->p.section[s].points = to;
        f->p.section[s].point_len = len;
        f->p.section[s].n = n[s];
        for (size_t i = 0; i < f->p.section[s].n; i++, to += len)
            memcpy(to, from + i % have * len, len);
    }
    params_file_free(&few);
}
