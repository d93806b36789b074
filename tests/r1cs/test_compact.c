/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The compact back end on made-up rows: what is packed and what is not, at every edge of the
 * storage, whole and in parts. */
#include "r1cs/compact.h"
#include "r1cs/density_make.h"
#include "r1cs/same_witness.h"
#include "test.h"

static uint64_t state;

static uint64_t next(void)
{
    state ^= state << 13; /* xorshift64, Marsaglia */
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Mostly what is packed, sometimes anything. */
static fr some_value(unsigned wide_in_256)
{
    fr x = fr_from_u64(next() % 3), big = fr_from_u64(next());
    if (next() % 4 == 0)
        fr_neg(&x, &x);
    if (next() % 256 < wide_in_256)
        fr_mul(&x, &big, &big);
    return x;
}

typedef struct rows_case {
    uint64_t seed;
    unsigned n_vars, n_rows, wide; /* of 256 values, about */
    unsigned parts;
} rows_case;

/* Rows of up to three terms over the variables that there are; nothing need hold. */
static void random_rows(cs *s, const rows_case *k, cs_var first, unsigned n_vars, unsigned n_rows)
{
    for (unsigned i = 0; i < n_rows; i++) {
        cs_row r = cs_row_begin(s);
        lc *side[3] = { r.a, r.b, r.c };
        for (unsigned j = 0; j < 3; j++)
            for (unsigned t = next() % 3; t; t--) {
                fr coeff = some_value(k->wide / 8);
                lc_add(side[j], &coeff,
                       next() % 8 && n_vars ? first + (uint32_t)(next() % n_vars) : CS_ONE);
            }
        cs_row_end(s);
    }
}

static void random_vars(cs *s, const rows_case *k, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        fr x = next() % 4 ? (next() % 2 ? FR_ONE : FR_ZERO) : some_value(k->wide);
        cs_alloc(s, &x);
    }
}

#define RUN_ROWS 120
#define RUN_VARS 8
#define RUN_KIND 6

enum { X, SUM, PRODUCT, Y, RUN_STORED }; /* x, x + 5, (x + 5) x^2 + 3, y */
#define W(i) (VALUE_VAR | (i))
#define E(i) (VALUE_EXTRA | (i))

/* Again and again. The last need not hold. */
static const value_refs run_rows[RUN_KIND] = {
    { W(0), W(0), W(1) },            /* x * x = x^2 */
    { E(SUM), W(1), VALUE_PRODUCT }, /* (x + 5) * x^2 = w2 - 3 */
    { W(3), W(3), W(6) },            /* y^2 * y^2 = y^4 */
    { E(Y), W(6), VALUE_PRODUCT },   /* y * y^4 = w5 - 3 */
    { VALUE_ONE, W(4), W(4) },       /* 1 * w4 = w4 */
    { W(1), VALUE_ONE, W(0) },       /* x^2 * 1 = x */
};
/* The same over variables: a, b, c and what is added to a and to c. */
static const struct {
    int a, b, c, to_a, to_c;
} run_terms[RUN_KIND] = {
    { 0, 0, 1, 0, 0 },  { 0, 1, 2, 5, -3 }, { 3, 3, 6, 0, 0 },
    { 7, 6, 5, 0, -3 }, { -1, 4, 4, 0, 0 }, { 1, -1, 0, 0, 0 },
};

static const value_template *run_template(void)
{
    static fr three;
    static value_refs rows[RUN_ROWS];
    static const value_var vars[RUN_VARS] = {
        { X, VALUE_X, NULL },  { X, VALUE_X2, NULL },   { PRODUCT, VALUE_X, NULL },
        { Y, VALUE_X2, NULL }, { Y, VALUE_X4, &three }, { Y, VALUE_X5, &three },
        { Y, VALUE_X4, NULL }, { Y, VALUE_X, NULL },
    };
    static const value_template t = { rows, vars, RUN_ROWS, RUN_VARS, RUN_STORED };
    three = fr_from_u64(3);
    for (unsigned i = 0; i < RUN_ROWS; i++)
        rows[i] = run_rows[i % RUN_KIND];
    return &t;
}

static void add_term(lc *l, int var, int constant, cs_var w0)
{
    fr k = fr_from_u64((uint64_t)abs(constant));
    if (constant < 0)
        fr_neg(&k, &k);
    lc_add_var(l, var < 0 ? CS_ONE : w0 + (cs_var)var);
    if (constant)
        lc_add(l, &k, CS_ONE);
}

static cs_var run_generic(cs *s, const fr stored[RUN_STORED])
{
    cs_var w0 = CS_ONE;
    const fr three = fr_from_u64(3);
    fr w[RUN_VARS] = { stored[X], stored[X], stored[PRODUCT], stored[Y],
                       stored[Y], stored[Y], stored[Y],       stored[Y] };
    static const unsigned power[RUN_VARS] = { 1, 2, 1, 2, 4, 5, 4, 1 };
    for (unsigned i = 0; i < RUN_VARS; i++) {
        fr_pow_u64(&w[i], &w[i], power[i]);
        if (i == 4 || i == 5)
            fr_add(&w[i], &w[i], &three);
        const cs_var made = cs_alloc(s, &w[i]);
        w0 = i ? w0 : made;
    }
    for (unsigned i = 0; i < RUN_ROWS; i++) {
        const unsigned k = i % RUN_KIND;
        cs_row r = cs_row_begin(s);
        add_term(r.a, run_terms[k].a, run_terms[k].to_a, w0);
        add_term(r.b, run_terms[k].b, 0, w0);
        add_term(r.c, run_terms[k].c, run_terms[k].to_c, w0);
        cs_row_end(s);
    }
    return cs_aux(s->n_aux - 1);
}

static void random_run(cs *s)
{
    fr stored[RUN_STORED], five = fr_from_u64(5), three = fr_from_u64(3);
    stored[X] = some_value(128); /* sometimes a bit, which a run stores as wide */
    stored[Y] = some_value(128);
    fr_add(&stored[SUM], &stored[X], &five);
    fr_sqr(&stored[PRODUCT], &stored[X]);
    fr_mul(&stored[PRODUCT], &stored[PRODUCT], &stored[SUM]);
    fr_add(&stored[PRODUCT], &stored[PRODUCT], &three);
    cs_values *v = cs_values_of(s);
    const cs_var last = v ? values_run(v, run_template(), stored) : run_generic(s, stored);
    assert_int_equal(last, cs_aux(s->n_aux - 1));
}

typedef struct shared_vars {
    cs_var first, input;
} shared_vars;

static void case_head(const void *ctx, cs *s, void *shared)
{
    const rows_case *k = ctx;
    shared_vars *h = shared;
    state = k->seed;
    fr x = some_value(256);
    h->input = cs_alloc_input(s, &x);
    h->first = cs_aux(s->n_aux);
    random_vars(s, k, k->n_vars);
    random_rows(s, k, h->first, k->n_vars, k->n_rows);
}

/* Uses its own variables, its own input and the head's. */
static void case_part(const void *ctx, cs *s, const void *shared, unsigned i)
{
    const rows_case *k = ctx;
    const shared_vars *h = shared;
    fr x = fr_from_u64(i);
    cs_var first = cs_aux(s->n_aux), input = cs_alloc_input(s, &x);
    for (unsigned j = 0; j < k->n_vars; j++) {
        x = fr_from_u64(i + j % 4 + 1);
        cs_alloc(s, &x);
    }
    for (unsigned j = 0; j < k->n_rows; j++) {
        cs_row r = cs_row_begin(s);
        if (k->n_vars) {
            lc_add_var(r.a, first + j % k->n_vars);
            lc_add_var(r.b, h->first + j % k->n_vars);
        }
        lc_add_var(r.c, j % 2 ? input : h->input);
        cs_row_end(s);
    }
}

static void case_rows(const void *ctx, cs *s)
{
    const rows_case *k = ctx;
    shared_vars h;
    case_head(k, s, &h);
    for (unsigned i = 0; i < k->parts; i++)
        case_part(k, s, &h, i);
}

static circuit circuit_of(const rows_case *k)
{
    return (circuit) { "rows", case_rows, k };
}

static circuit_parts parts_of(const rows_case *k)
{
    return (circuit_parts) {
        .n = k->parts,
        .head_counts = { .n_rows = k->n_rows, .n_inputs = 2, .n_aux = k->n_vars },
        .part_counts = { .n_rows = k->n_rows, .n_inputs = 1, .n_aux = k->n_vars },
        .shared_len = sizeof(shared_vars),
        .head = case_head,
        .part = case_part,
        .ctx = k,
    };
}

static const unsigned sizes[] = {
    0,   1,   2,   31,  63,   64,   65,   127,  128,  129,  447,  448,
    449, 511, 512, 513, 1000, 4031, 4032, 4033, 4095, 4096, 4097, 9000
};
#define N_SIZES (sizeof sizes / sizeof *sizes)

static void any_rows(void **unused)
{
    static const unsigned wide[] = { 0, 8, 256 };
    work wk;
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < N_SIZES; i += TEST_THREAD_SANITIZED ? 7 : 1) /* one thread's work */
        for (size_t w = 0; w < 3; w++) {
            rows_case k = { 88172645463325252 + i, sizes[i], sizes[(i * 7 + w) % N_SIZES], wide[w],
                            0 };
            circuit c = circuit_of(&k);
            same_as_generic(&wk, &c, NULL);
        }
    work_free(&wk);
}

/* Runs one behind another and among other rows, whose variables those use too. n_rows: runs. */
static void rows_and_runs(const void *ctx, cs *s)
{
    const rows_case *k = ctx;
    state = k->seed;
    for (unsigned i = 0; i < k->n_rows; i++) {
        random_run(s);
        if (next() % 2)
            continue;
        random_vars(s, k, (unsigned)(next() % 70));
        random_rows(s, k, cs_aux(0), s->n_aux, (unsigned)(next() % 70));
    }
}

static void runs(void **unused)
{
    static const unsigned n[] = { 1, 2, 17, 700 }; /* over 2^11 variables in the last */
    work wk;
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    for (unsigned seed = 1; seed < 5; seed++)
        for (size_t i = 0; i < 4; i++) {
            const rows_case k = { .seed = seed, .n_rows = n[i], .wide = 64 };
            const circuit c = { "runs", rows_and_runs, &k };
            same_as_generic(&wk, &c, NULL);
        }
    work_free(&wk);
}

static void in_parts(void **unused)
{
    static const unsigned parts[] = { 0, 1, 2, 5, 18 };
    (void)unused;
    for (unsigned threads = 1; threads <= 3; threads++) {
        work wk;
        assert_int_equal(work_init(&wk, threads, 0, NULL), CUZK_OK);
        for (size_t p = 0; p < 5; p++)
            for (size_t i = 0; i < N_SIZES; i += 7) {
                rows_case k = { 42 + i, sizes[i], sizes[N_SIZES - 1 - i], 16, parts[p] };
                circuit c = circuit_of(&k);
                circuit_parts pieces = parts_of(&k);
                same_as_generic(&wk, &c, &pieces);
            }
        work_free(&wk);
    }
}

static cuzk_status make(const rows_case *k, const circuit_parts *parts, work *wk, cuzk_error *err)
{
    compact w;
    circuit c = circuit_of(k);
    cuzk_status status = compact_make(&w, wk, &c, parts, NULL, err);
    if (status == CUZK_OK)
        compact_free(&w);
    assert_int_equal(wk->mem_used, 0);
    return status;
}

static const rows_case plain = { 7, 100, 100, 16, 3 };

static void parts_of_other_sizes(void **unused)
{
    work wk;
    cuzk_error err;
    density_set d;
    circuit c = circuit_of(&plain);
    (void)unused;
    assert_int_equal(work_init(&wk, 2, 0, NULL), CUZK_OK);
    circuit_parts good = parts_of(&plain);
    assert_int_equal(make(&plain, &good, &wk, &err), CUZK_OK);
    for (int i = 0; i < 6; i++) {
        circuit_parts p = good;
        cs_counts *n = i < 3 ? &p.head_counts : &p.part_counts;
        n->n_rows += i % 3 == 0;
        n->n_inputs += i % 3 == 1;
        n->n_aux -= i % 3 == 2;
        assert_int_equal(make(&plain, &p, &wk, &err), CUZK_FAULT);
        assert_int_equal(density_make(&d, &wk, &c, &p, &err), CUZK_FAULT);
    }
    work_free(&wk);
}

/* A part that uses a variable of the part before it. */
static void foreign_part(const void *ctx, cs *s, const void *shared, unsigned i)
{
    const rows_case *k = ctx;
    (void)shared;
    cs_var before = cs_aux(s->n_aux - 1);
    random_vars(s, k, k->n_vars);
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, i ? before : CS_ONE);
    cs_row_end(s);
}

static void foreign_variables(void **unused)
{
    work wk;
    cuzk_error err;
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    circuit_parts p = parts_of(&plain);
    p.part = foreign_part;
    p.part_counts = (cs_counts) { .n_rows = 1, .n_aux = 100 };
    assert_int_equal(make(&plain, &p, &wk, &err), CUZK_FAULT);
    assert_string_equal(err.code, "foreign-variable");
    assert_int_equal(err.index, 101); /* the head has 100 rows, part 0 one */
    p.n = 1;
    assert_int_equal(make(&plain, &p, &wk, &err), CUZK_OK);
    work_free(&wk);
}

static void out_of_memory(void **unused)
{
    cuzk_error err;
    rows_case big = { 3, 20000, 20000, 256, 2 };
    circuit_parts pieces = parts_of(&big);
    (void)unused;
    for (int whole = 0; whole < 2; whole++) {
        const circuit_parts *p = whole ? NULL : &pieces;
        work wk;
        assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
        assert_int_equal(make(&big, p, &wk, NULL), CUZK_OK);
        size_t peak = wk.mem_peak;
        work_free(&wk);
        for (size_t i = 0; i < 12; i++) {
            assert_int_equal(work_init(&wk, 1, 1 + peak * i / 12, NULL), CUZK_OK);
            assert_int_equal(make(&big, p, &wk, &err), CUZK_NO_RESOURCES);
            work_free(&wk);
        }
    }
}

static void cancelled(void **unused)
{
    cuzk_error err;
    work wk;
    circuit_parts p = parts_of(&plain);
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    atomic_store(&wk.cancelled, true);
    assert_int_equal(make(&plain, &p, &wk, &err), CUZK_INTERRUPTED);
    rows_case many = { 3, 10, 5000, 16, 0 };
    assert_int_equal(make(&many, NULL, &wk, &err), CUZK_INTERRUPTED);
    work_free(&wk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_rows),          cmocka_unit_test(runs),
        cmocka_unit_test(in_parts),          cmocka_unit_test(parts_of_other_sizes),
        cmocka_unit_test(foreign_variables), cmocka_unit_test(out_of_memory),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
