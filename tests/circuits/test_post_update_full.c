/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The big sectors: blank circuits, streamed through the digest; 64 GiB, of which there is no
 * official digest, by its counts (docs/spec/post-and-update.md §5, §9). */
#include "circuits/post.h"
#include "circuits/update.h"
#include "gadgets/golden.h"
#include "r1cs/digest.h"
#include "test.h"

static void window_32g(void **unused)
{
    post_circuit p;
    (void)unused;
    post_circuit_blank(&p, registered_post_default(KIND_WINDOW, sector_shape_find("32GiB")));
    circuit c = post_circuit_of(&p);
    golden_compare_blank("digests/window-32GiB-blank.json", &c);
}

static void update_of(const char *size, const char *report)
{
    update_circuit u;
    update_circuit_blank(&u, update_shape_of(sector_shape_find(size)));
    circuit c = update_circuit_of(&u);
    golden_compare_blank(report, &c);
}

static void update_512m(void **unused)
{
    (void)unused;
    update_of("512MiB", "digests/update-512MiB-blank.json");
}

static void update_32g(void **unused)
{
    (void)unused;
    update_of("32GiB", "digests/update-32GiB-blank.json");
}

static void counted(const circuit *c, cs_counts n, size_t a_aux, size_t b_aux)
{
    circuit_digest d;
    assert_int_equal(digest_make(&d, c, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_int_equal(d.counts.n_rows, n.n_rows);
    assert_int_equal(d.counts.n_inputs, n.n_inputs);
    assert_int_equal(d.counts.n_aux, n.n_aux);
    assert_int_equal(bitmap_count(&d.density.a_aux), a_aux);
    assert_int_equal(bitmap_count(&d.density.b_input), 1);
    assert_int_equal(bitmap_count(&d.density.b_aux), b_aux);
    digest_free(&d);
}

static void counts_64g(void **unused)
{
    post_circuit p;
    update_circuit u;
    circuit c;
    const sector_shape *s = sector_shape_find("64GiB");
    (void)unused;
    post_circuit_blank(&p, registered_post_default(KIND_WINNING, s));
    c = post_circuit_of(&p);
    counted(&c, (cs_counts) { 391447, 133, 396000 }, 299838, 287694);
    post_circuit_blank(&p, registered_post_default(KIND_WINDOW, s));
    c = post_circuit_of(&p);
    counted(&c, (cs_counts) { 129913201, 25301, 131500200 }, 99624500, 95413200);
    update_circuit_blank(&u, update_shape_of(s));
    c = update_circuit_of(&u);
    counted(&c, (cs_counts) { 85006106, 5, 84931220 }, 84682725, 22012683);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_32g),
        cmocka_unit_test(update_512m),
        cmocka_unit_test(update_32g),
        cmocka_unit_test(counts_64g),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
