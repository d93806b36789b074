/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The whole of a proof of the largest circuit there is, a partition of a 32 GiB PoRep (or what is
 * named on the command line), lets something more urgent pass within 250 ms of work. Parameters of
 * that size are not at hand; their points are a few, mapped again and again: the prover does with
 * them what it does with any, and what comes out does not verify. */
#include "test.h"

#include "base/timing.h"
#include "base/work_gate.h"
#include "curve/encoding.h"
#include "filecoin/c1_fabricate.h"
#include "prover/prove_batch.h"
#include "prover/subject.h"
#include "prover/verify.h"

#include <sys/mman.h>
#include <unistd.h>

#define BOUND_MS 250
#define N_POINTS ((size_t)1 << 15) /* that differ: whole pages */
#define ROOM_KB  11000000          /* of memory, for a 32 GiB partition */

static const char *sector_size = "32GiB";

typedef struct watched {
    work w;
    work_gate gate;
} watched;

static void watch(watched *t)
{
    work_gate_watch(&t->gate);
    work_pause_point(&t->w);
}

/* The stretch up to here counts too. */
static void show(watched *t, const char *what, uint64_t begun_ns)
{
    work_pause_point(&t->w);
    const char *in = atomic_load(&t->gate.longest_in);
    const double ms = 1e-6 * (double)atomic_load(&t->gate.longest_ns);
    printf("%-24s %7.1f ms at most (%s), %llu points, %.1f s\n", what, ms, in ? in : "no phase",
           (unsigned long long)atomic_load(&t->gate.passed),
           1e-9 * (double)(time_wall_ns() - begun_ns));
    fflush(stdout);
    assert_true(ms > 0 && ms < BOUND_MS);
}

/* -- parameters of any length -- */

/* N_POINTS points of len bytes, again and again until there are n. */
static const uint8_t *repeat(const uint8_t *points, size_t len, size_t n)
{
    const size_t once = N_POINTS * len, times = (n + N_POINTS - 1) / N_POINTS;
    const int fd = memfd_create("points", 0);
    uint8_t *p =
        mmap(NULL, times * once, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(fd >= 0 && p != MAP_FAILED);
    assert_int_equal(write(fd, points, once), once);
    for (size_t i = 0; i < times; i++)
        assert_true(mmap(p + i * once, once, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) !=
                    MAP_FAILED);
    close(fd);
    return p;
}

static const uint8_t *points_of_g1(size_t n)
{
    uint8_t *encoded = malloc(N_POINTS * G1_UNCOMPRESSED_LEN);
    g1 p;
    g1_affine a;
    assert_non_null(encoded);
    g1_from_affine(&p, &G1_GENERATOR);
    for (size_t i = 0; i < N_POINTS; i++) {
        g1_to_affine(&a, &p);
        g1_to_uncompressed(encoded + i * G1_UNCOMPRESSED_LEN, &a);
        g1_double(&p, &p);
    }
    const uint8_t *repeated = repeat(encoded, G1_UNCOMPRESSED_LEN, n);
    free(encoded);
    return repeated;
}

static const uint8_t *points_of_g2(size_t n)
{
    uint8_t *encoded = malloc(N_POINTS * G2_UNCOMPRESSED_LEN);
    g2 p;
    g2_affine a;
    assert_non_null(encoded);
    g2_from_affine(&p, &G2_GENERATOR);
    for (size_t i = 0; i < N_POINTS; i++) {
        g2_to_affine(&a, &p);
        g2_to_uncompressed(encoded + i * G2_UNCOMPRESSED_LEN, &a);
        g2_double(&p, &p);
    }
    const uint8_t *repeated = repeat(encoded, G2_UNCOMPRESSED_LEN, n);
    free(encoded);
    return repeated;
}

static void make_params(groth16_params *p, const assignment *asg)
{
    size_t domain = 1;
    const size_t n_b = bitmap_count(&asg->b_input) + bitmap_count(&asg->b_aux);
    while (domain < asg->a.n)
        domain *= 2;
    const size_t n[SECTIONS] = { [SECTION_H] = domain - 1,
                                 [SECTION_L] = asg->aux.n,
                                 [SECTION_A] = asg->inputs.n + bitmap_count(&asg->a_aux),
                                 [SECTION_B_G1] = n_b,
                                 [SECTION_B_G2] = n_b };
    const uint8_t *in_g1 = points_of_g1(domain), *in_g2 = points_of_g2(n_b);
    memset(p, 0, sizeof *p);
    p->map.fd = -1;
    for (int s = 0; s < SECTIONS; s++) {
        p->section[s].n = n[s];
        p->section[s].points = s == SECTION_B_G2 ? in_g2 : in_g1;
        p->section[s].point_len = s == SECTION_B_G2 ? G2_UNCOMPRESSED_LEN : G1_UNCOMPRESSED_LEN;
    }
    p->vk.alpha_g1 = p->vk.beta_g1 = p->vk.delta_g1 = G1_GENERATOR;
    p->vk.beta_g2 = p->vk.gamma_g2 = p->vk.delta_g2 = G2_GENERATOR;
    p->vk.n_ic = asg->inputs.n;
    p->vk.ic = malloc(p->vk.n_ic * sizeof *p->vk.ic);
    assert_non_null(p->vk.ic);
    for (size_t i = 0; i < p->vk.n_ic; i++)
        p->vk.ic[i] = G1_GENERATOR;
}

/* -- the proof -- */

static bool has_room(void)
{
    unsigned long kb = 0;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "MemAvailable: %lu", &kb) != 1)
        ;
    if (f)
        fclose(f);
    return strcmp(sector_size, "32GiB") != 0 || kb >= ROOM_KB;
}

typedef struct proof_case {
    subject of;
    subject_circuit made_from;
    density_set densities;
    groth16_params params;
} proof_case;

static void begin(proof_case *p, watched *t, const sector_shape *shape)
{
    static const uint8_t ticket[32] = { 1 }, seed[32] = { 2 };
    c1 c;
    assert_int_equal(
        c1_fabricate(&c, registered_seal_default(shape), 1, 1000, 1, ticket, seed, NULL), CUZK_OK);
    subject_of_c1(&p->of, &c);
    assert_int_equal(subject_circuit_init(&p->made_from, &p->of, 0, NULL), CUZK_OK);
    assert_int_equal(work_init(&t->w, 1, 0, NULL), CUZK_OK);
    assert_int_equal(subject_densities(&p->densities, &t->w, &p->made_from, NULL, NULL), CUZK_OK);
    work_gate_init(&t->gate);
    t->w.gate = &t->gate;
}

static void end(proof_case *p, watched *t)
{
    density_free(&p->densities);
    subject_free(&p->of);
    groth16_vk_free(&p->params.vk);
    work_free(&t->w);
    work_gate_free(&t->gate);
}

static void prove(proof_case *p, watched *t)
{
    static const switches standard;
    const prove_setting setting = { .params = &p->params,
                                    .densities = &p->densities,
                                    .switches = &standard };
    const prove_job job = { .circuit = &p->made_from.circuit, .parts = &p->made_from.parts };
    synthesis made;
    const synthesis *const of = &made;
    uint8_t proof[GROTH16_PROOF_LEN];
    prove_report report = { 0 };
    cuzk_error err;

    watch(t);
    uint64_t start = time_wall_ns();
    assert_int_equal(prove_witness(&made, &t->w, &setting, &job, NULL), CUZK_OK);
    show(t, "synthesis", start);
    make_params(&p->params, &made.asg);
    watch(t);
    start = time_wall_ns();
    assert_int_equal(prove_witnesses(&t->w, &setting, &job, &of, 1, proof, &report, &err),
                     CUZK_FAULT);
    assert_string_equal(err.code, "self-check"); /* it was made, and then looked at */
    show(t, "proof and its check", start);
    synthesis_free(&made);
}

static void whole_proof(void **state)
{
    const sector_shape *shape = sector_shape_find(sector_size);
    proof_case p;
    watched t;
    (void)state;

    assert_non_null(shape);
    if (!has_room()) {
        printf("skipped: %d kB of memory are not free\n", ROOM_KB);
        skip();
    }
    begin(&p, &t, shape);
    prove(&p, &t);
    end(&p, &t);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(whole_proof) };
    if (argc > 1)
        sector_size = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
