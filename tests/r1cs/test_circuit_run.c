/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back ends under a work: rows advance its phase, a cancel ends the run. */
#include "r1cs/circuit_run.h"
#include "r1cs/digest.h"
#include "r1cs/shape.h"
#include "test.h"

#define ROWS 200000

typedef struct squares {
    work *work;
    uint64_t cancel_at; /* the row before which somebody cancels */
} squares;

static void synthesize(const void *ctx, cs *s)
{
    const squares *c = ctx;
    cs_var x = cs_alloc(s, &FR_ONE);
    for (uint64_t i = 0; i < ROWS; i++) {
        if (i == c->cancel_at)
            atomic_store(&c->work->cancelled, true);
        cs_row r = cs_row_begin(s); /* x * x = x */
        lc_add_var(r.a, x);
        lc_add_var(r.b, x);
        lc_add_var(r.c, x);
        cs_row_end(s);
    }
}

static void cancelled(void **state)
{
    work wk;
    shape s;
    circuit_digest d;
    cuzk_error err;
    const squares at = { &wk, 10 };
    const circuit c = { "squares", synthesize, &at };
    const circuit_run run = { &c, &wk };
    const circuit watched = circuit_on(&run);

    (void)state;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    work_phase_begin(&wk, "rows", ROWS);
    assert_int_equal(shape_make(&s, &watched, 0, &err), CUZK_INTERRUPTED);
    assert_true(wk.phase_done < ROWS / 2);
    atomic_store(&wk.cancelled, false);
    assert_int_equal(digest_make(&d, &watched, DIGEST_NO_CHECKPOINTS, &err), CUZK_INTERRUPTED);
    assert_string_equal(err.code, "interrupted");
    assert_true(wk.phase_done < ROWS);
    work_phase_end(&wk);
    work_free(&wk);
}

static void goes_through(void **state)
{
    work wk;
    circuit_digest plain, d;
    const squares at = { &wk, ROWS };
    const circuit c = { "squares", synthesize, &at };
    const circuit_run run = { &c, &wk };
    const circuit watched = circuit_on(&run);

    (void)state;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    work_phase_begin(&wk, "rows", ROWS);
    assert_int_equal(digest_make(&d, &watched, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_true(wk.phase_done > ROWS / 2 && wk.phase_done <= ROWS);
    work_phase_end(&wk);
    assert_int_equal(digest_make(&plain, &c, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_memory_equal(d.sha256, plain.sha256, SHA256_LEN);
    digest_free(&plain);
    digest_free(&d);
    work_free(&wk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelled),
        cmocka_unit_test(goes_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
