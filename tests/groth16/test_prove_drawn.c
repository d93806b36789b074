/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs of drawn circuits, whatever they are made with: in batches, from compact and from generic
 * witnesses, in each variant, in as little memory as is said to do, with windows of any size. The
 * bytes are those of one proof after another by the textbook's way and the portable code. */
#include "base/cpu.h"
#include "drawn.h"
#include "field/oracle.h"
#include "keys.h"
#include "r1cs/compact.h"
#include "r1cs/density_make.h"

enum { CIRCUITS = TEST_SANITIZED ? 2 : 5, MOST = 1200, VALUES = 3 };

/* The witnesses of one circuit and their proofs, which verify. */
typedef struct drawn_case {
    drawn d[VALUES];
    keys keys;
    witness wit[VALUES];
    assignment asg[VALUES];
    fr r[VALUES], s[VALUES];
    uint8_t proof[VALUES][GROTH16_PROOF_LEN];
} drawn_case;

static void case_make(drawn_case *c, work *w, uint64_t *seed)
{
    const drawn any = drawn_any(seed, MOST);
    const circuit first = DRAWN_CIRCUIT(&any);
    const groth16_toxic toxic = golden_toxic();
    const cpu_variant before = cpu_variant_get();
    keys_make(&c->keys, w, &first, &toxic);
    assert_true(cpu_variant_force(CPU_PORTABLE));
    for (unsigned j = 0; j < VALUES; j++) {
        groth16_proof p;
        c->d[j] = any;
        c->d[j].values = rnd64(seed);
        const circuit statement = DRAWN_CIRCUIT(&c->d[j]);
        c->r[j] = fr_from_u64(rnd64(seed));
        c->s[j] = fr_from_u64(rnd64(seed));
        assert_int_equal(witness_make(&c->wit[j], w, &statement, NULL, NULL), CUZK_OK);
        witness_assignment(&c->wit[j], &c->asg[j]);
        assert_int_equal(groth16_prove(&p, w, &accel_cpu_textbook, &c->keys.params, &c->asg[j],
                                       &c->r[j], &c->s[j], NULL),
                         CUZK_OK);
        groth16_proof_write(c->proof[j], &p);
        assert_int_equal(groth16_verify(&c->keys.params.vk, &p, c->wit[j].inputs.v + 1,
                                        c->wit[j].inputs.n - 1, NULL),
                         CUZK_OK);
    }
    assert_true(cpu_variant_force(before));
}

static void case_free(drawn_case *c)
{
    for (unsigned j = 0; j < VALUES; j++)
        witness_free(&c->wit[j]);
    keys_free(&c->keys);
}

/* k of them at once, every other one from a compact witness, in no more memory than is needed. */
static void prove_some(const drawn_case *c, work *w, size_t k, const groth16_options *how)
{
    const circuit statement = DRAWN_CIRCUIT(&c->d[0]);
    const assignment *asg[VALUES];
    assignment packed[VALUES];
    compact wit[VALUES];
    density_set dense;
    groth16_proof p[VALUES];
    uint8_t bytes[GROTH16_PROOF_LEN];
    cuzk_error err;
    assert_int_equal(density_make(&dense, w, &statement, NULL, NULL), CUZK_OK);
    for (size_t j = 0; j < k; j++) {
        const circuit mine = DRAWN_CIRCUIT(&c->d[j]);
        assert_int_equal(compact_make(&wit[j], w, &mine, NULL, NULL, NULL), CUZK_OK);
        compact_assignment(&wit[j], &dense, &packed[j]);
        asg[j] = j % 2 ? &c->asg[j] : &packed[j];
    }
    w->mem_limit =
        atomic_load(&w->mem_used) + groth16_prove_memory(&c->keys.params, w, &accel_cpu, k);
    if (groth16_prove_many(p, w, &accel_cpu, &c->keys.params, asg, c->r, c->s, k, how, &err) !=
        CUZK_OK)
        fail_msg("%zu proofs on %u threads: %s", k, w->threads, err.message);
    w->mem_limit = 0;
    for (size_t j = 0; j < k; j++) {
        groth16_proof_write(bytes, &p[j]);
        assert_memory_equal(bytes, c->proof[j], sizeof bytes);
        compact_free(&wit[j]);
    }
    density_free(&dense);
    assert_int_equal(atomic_load(&w->mem_used), 0);
}

static void same_bytes_in_any_way(void **state)
{
    (void)state;
    const cpu_variant before = cpu_variant_get();
    uint64_t seed = 13;
    for (unsigned i = 0; i < CIRCUITS; i++) {
        drawn_case c;
        work w;
        assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
        case_make(&c, &w, &seed);
        for (cpu_variant v = 0; v < CPU_VARIANTS; v++) {
            const groth16_options how = { .b_g2 = (groth16_beside)(rnd64(&seed) % 3),
                                          .window = rnd64(&seed) % 2 * (rnd64(&seed) % 16),
                                          .no_read_ahead = rnd64(&seed) % 2 };
            work on;
            assert_int_equal(work_init(&on, 1 + (unsigned)(rnd64(&seed) % 3), 0, NULL), CUZK_OK);
            if (cpu_variant_force(v))
                prove_some(&c, &on, 1 + rnd64(&seed) % VALUES, &how);
            work_free(&on);
        }
        assert_true(cpu_variant_force(before));
        case_free(&c);
        work_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(same_bytes_in_any_way) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
