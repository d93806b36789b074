/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One changed value of every kind of item leaves a row, known by name, that does not hold. */
#include "circuits/porep_case.h"
#include "r1cs/check.h"
#include "r1cs/digest.h"
#include "test.h"

static void change(node32 *n)
{
    n->b[5] ^= 1;
}

static void change_sibling(merkle_proof *p)
{
    change((node32 *)(uintptr_t)&p->level[p->depth - 1].siblings[0]); /* the C1's own memory */
}

static void change_index(merkle_proof *p)
{
    p->level[0].index = (p->level[0].index + 1) % p->level[0].arity;
}

static void replica_id(c1 *c)
{
    change(&c->replica_id);
}
static void comm_d(c1 *c)
{
    change(&c->comm_d);
}
static void comm_r(c1 *c)
{
    change(&c->comm_r);
}
static void comm_c(c1 *c)
{
    change(&c->proofs[0].c_x.inclusion.root);
}
static void comm_r_last(c1 *c)
{
    change(&c->proofs[0].comm_r_last.root);
}
static void data_leaf(c1 *c)
{
    change(&c->proofs[1].comm_d.leaf);
}
static void data_sibling(c1 *c)
{
    change_sibling(&c->proofs[0].comm_d);
}
static void data_index(c1 *c)
{
    change_index(&c->proofs[0].comm_d);
}
static void drg_row_1(c1 *c)
{
    change(&c->proofs[0].drg_parents[2].rows[0]);
}
static void drg_row_2(c1 *c)
{
    change(&c->proofs[1].drg_parents[5].rows[1]);
}
static void drg_sibling(c1 *c)
{
    change_sibling(&c->proofs[0].drg_parents[0].inclusion);
}
static void drg_index(c1 *c)
{
    change_index(&c->proofs[0].drg_parents[1].inclusion);
}
static void exp_row_1(c1 *c)
{
    change(&c->proofs[0].exp_parents[7].rows[0]);
}
static void exp_sibling(c1 *c)
{
    change_sibling(&c->proofs[1].exp_parents[3].inclusion);
}
static void exp_index(c1 *c)
{
    change_index(&c->proofs[0].exp_parents[4].inclusion);
}
static void node(c1 *c)
{
    c->proofs[1].labels[0].node ^= 1;
}
static void replica_sibling(c1 *c)
{
    change_sibling(&c->proofs[0].comm_r_last);
}
static void replica_index(c1 *c)
{
    change_index(&c->proofs[1].comm_r_last);
}
static void column_sibling(c1 *c)
{
    change_sibling(&c->proofs[1].c_x.inclusion);
}
static void column_index(c1 *c)
{
    change_index(&c->proofs[0].c_x.inclusion);
}

static const struct {
    const char *name;
    void (*change)(c1 *c);
    const char *path; /* of the first row that fails */
} changes[] = {
    { "replica_id", replica_id, "challenge 0/comm_r_last/inclusion" },
    { "comm_d", comm_d, "challenge 0/comm_d/inclusion" },
    { "comm_r", comm_r, "comm_r = hash(comm_c, comm_r_last)" },
    { "comm_c", comm_c, "comm_r = hash(comm_c, comm_r_last)" },
    { "comm_r_last", comm_r_last, "comm_r = hash(comm_c, comm_r_last)" },
    { "data leaf", data_leaf, "challenge 1/comm_d/inclusion" },
    { "data sibling", data_sibling, "challenge 0/comm_d/inclusion" },
    { "data index", data_index, "challenge 0/comm_d/inclusion" },
    { "drg row 1", drg_row_1, "challenge 0/drg parent 2/inclusion" },
    { "drg row 2", drg_row_2, "challenge 1/drg parent 5/inclusion" },
    { "drg sibling", drg_sibling, "challenge 0/drg parent 0/inclusion" },
    { "drg index", drg_index, "challenge 0/drg parent 1/inclusion" },
    { "exp row 1", exp_row_1, "challenge 0/exp parent 7/inclusion" },
    { "exp sibling", exp_sibling, "challenge 1/exp parent 3/inclusion" },
    { "exp index", exp_index, "challenge 0/exp parent 4/inclusion" },
    { "node", node, "challenge 1/comm_r_last/inclusion" },
    { "replica sibling", replica_sibling, "challenge 0/comm_r_last/inclusion" },
    { "replica index", replica_index, "challenge 1/comm_r_last/inclusion" },
    { "column sibling", column_sibling, "challenge 1/comm_c/inclusion" },
    { "column index", column_index, "challenge 0/comm_c/inclusion" },
};
#define N_CHANGES (sizeof changes / sizeof changes[0])

static void changed_item(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    porep_case k;
    cuzk_error err;
    porep_case_golden(&k, "seal-2k");
    changes[i].change(&k.c1);
    porep_case_update(&k);
    assert_int_equal(check_circuit(&k.circuit, &err), CUZK_NO);
    assert_string_equal(err.code, "unsatisfied");
    assert_string_equal(err.section, changes[i].path);
    porep_case_free(&k);
}

/* A wire that lies, all over the circuit: always some row objects. */
static void lying_wires(void **unused)
{
    static const uint32_t wires[] = { 0, 4, 300, 9999, 123456, 500003, 1000003, 1342833, 2685672 };
    porep_case k;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    for (size_t i = 0; i < sizeof wires / sizeof wires[0]; i++) {
        check_result r;
        check_options o = {
            .mutate = true,
            .wire = cs_aux(wires[i]),
            .value = fr_from_u64(2), /* neither bit nor any number that occurs */
            .stop = true,
        };
        assert_int_equal(check_make(&r, &k.circuit, &o, NULL), CUZK_OK);
        assert_true(r.n_unsatisfied == 1 && r.first_path[0] && r.wire_path[0]);
        check_free(&r);
    }
    porep_case_free(&k);
}

/* The circuit with one row tampered with: C + 1 in place of C. */
static struct {
    circuit circuit;
    const cs_ops *ops;
    uint64_t row;
} tampered;

static void tampered_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    lc other;
    lc_init(&other);
    lc_copy(&other, c);
    if (s->n_rows - 1 == tampered.row)
        lc_add_var(&other, CS_ONE);
    tampered.ops->enforce(s, a, b, &other);
    lc_free(&other);
}

static void tampered_rows(const void *unused, cs *s)
{
    (void)unused;
    cs_ops ops = *s->ops;
    tampered.ops = s->ops;
    ops.enforce = tampered_enforce;
    s->ops = &ops;
    tampered.circuit.synthesize(tampered.circuit.ctx, s);
    s->ops = tampered.ops;
}

/* The check finds exactly that row, and the digest is another. */
static void tampered_constraints(void **unused)
{
    static const uint64_t rows[] = { 0, 570, 1400000, 2687920 };
    const circuit c = { "tampered", tampered_rows, NULL };
    porep_case k;
    circuit_digest good, d;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    tampered.circuit = k.circuit;
    assert_int_equal(digest_make(&good, &k.circuit, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_result r;
        tampered.row = rows[i];
        assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
        assert_int_equal(r.n_unsatisfied, 1);
        assert_int_equal(r.first_row, rows[i]);
        assert_true(r.first_path[0]);
        check_free(&r);
        assert_int_equal(digest_make(&d, &c, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
        assert_memory_not_equal(d.circuit_sha256, good.circuit_sha256, SHA256_LEN);
        assert_memory_equal(d.aux_sha256, good.aux_sha256, SHA256_LEN);
        digest_free(&d);
    }
    digest_free(&good);
    porep_case_free(&k);
}

static void refused(porep_case *k, size_t n, const char *section)
{
    cuzk_error err;
    porep_circuit p;
    const c1 *c = &k->c1;
    assert_int_equal(porep_circuit_init(&p, c->shape, &c->replica_id, &c->comm_d, &c->comm_r,
                                        c->proofs, n, &err),
                     CUZK_BAD_INPUT);
    assert_string_equal(err.code, "wrong-shape");
    assert_string_equal(err.section, section);
}

static void wrong_shapes(void **unused)
{
    porep_case k;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    refused(&k, 1, "");
    refused(&k, 3, "");
    k.c1.proofs[1].comm_d.depth--;
    refused(&k, 2, "vanilla_proofs[1].comm_d_proofs");
    k.c1.proofs[1].comm_d.depth++;
    k.c1.proofs[0].exp_parents[2].inclusion.level[1].arity = 2;
    refused(&k, 2, "vanilla_proofs[0].exp_parents");
    k.c1.proofs[0].exp_parents[2].inclusion.level[1].arity = 8;
    k.c1.proofs[0].c_x.inclusion.level[0].index = 8;
    refused(&k, 2, "vanilla_proofs[0].c_x");
    porep_case_free(&k);
}

static void not_canonical(void **unused)
{
    porep_case k;
    cuzk_error err;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    memset(k.c1.proofs[0].comm_d.leaf.b, 0xff, 32);
    porep_case_update(&k);
    assert_int_equal(check_circuit(&k.circuit, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "not-canonical");
    porep_case_free(&k);
}

#define N_OTHERS 4

int main(void)
{
    struct CMUnitTest tests[N_CHANGES + N_OTHERS] = {
        { .name = "lying wires", .test_func = lying_wires },
        { .name = "tampered constraints", .test_func = tampered_constraints },
        { .name = "wrong shapes", .test_func = wrong_shapes },
        { .name = "not canonical", .test_func = not_canonical },
    };
    for (size_t i = 0; i < N_CHANGES; i++) {
        tests[N_OTHERS + i].name = changes[i].name;
        tests[N_OTHERS + i].test_func = changed_item;
        tests[N_OTHERS + i].initial_state = (void *)(uintptr_t)i;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
