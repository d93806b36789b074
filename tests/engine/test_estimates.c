/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the prover takes of the budget against what the engine grants it, for a proof of 2 KiB of
 * each kind: enough, and no more than twice what is needed. With the argument porep the one that
 * takes long. */
#include "engine/backend_prover.h"
#include "golden.h"
#include "test.h"

#include <malloc.h>

#define GOLDEN CUZK_TEST_DATA "/golden/"

typedef struct facts {
    uint8_t randomness[32], comm_r_old[32], comm_r_new[32], comm_d_new[32];
} facts;

static cuzk_bytes fact(const json_t *meta, const char *name, uint8_t out[32])
{
    const json_t *hex = json_object_get(meta, name);
    if (!hex)
        return (cuzk_bytes) { 0 };
    golden_bytes(hex, out, 32);
    return (cuzk_bytes) { .data = out, .len = 32 };
}

static void make_request(engine_request *q, cuzk_bytes *file, facts *f, cuzk_kind kind)
{
    static const struct {
        cuzk_kind kind;
        const char *file, *meta;
    } golden[] = {
        { CUZK_KIND_POREP, GOLDEN "seal-2k/c1.json", "seal-2k/meta.json" },
        { CUZK_KIND_WINNING, GOLDEN "winning-2k/vanilla.json", "winning-2k/meta.json" },
        { CUZK_KIND_WINDOW, GOLDEN "window-2k/vanilla.json", "window-2k/meta.json" },
        { CUZK_KIND_UPDATE, GOLDEN "update-2k/vanilla.json", "update-2k/meta.json" },
    };
    cuzk_error err;
    unsigned i = 0;
    while (golden[i].kind != kind)
        i++;
    json_t *meta = golden_load(golden[i].meta);
    if (cuzk_file_read(file, golden[i].file, 64 << 20, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    *q = (engine_request) { .id = "x",
                            .kind = kind,
                            .sector_size = 2048,
                            .vanilla = file,
                            .n_vanilla = 1,
                            .randomness = fact(meta, "randomness", f->randomness),
                            .comm_r_old = fact(meta, "comm_r_old", f->comm_r_old),
                            .comm_r_new = fact(meta, "comm_r_new", f->comm_r_new),
                            .comm_d_new = fact(meta, "comm_d_new", f->comm_d_new) };
    if (kind == CUZK_KIND_POREP)
        q->randomness = (cuzk_bytes) { 0 };
    json_decref(meta);
}

static uint64_t heap(void)
{
    const struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}

static cuzk_status prove(backend *b, work *w, backend_witness *witness, cuzk_error *err)
{
    uint8_t proof[CUZK_PROOF_LEN];
    size_t failed;
    return b->ops->prove(b, w, &witness, 1, proof, &failed, err);
}

static void expect_ok(cuzk_status s, const cuzk_error *err)
{
    if (s != CUZK_OK)
        fail_msg("%s: %s", err->code, err->message);
}

static void estimate(cuzk_kind kind)
{
    const params_store_options o = { .params_dir = PARAMS "/params",
                                     .cache_dir = PARAMS "/cache",
                                     .allow_development = true,
                                     .threads = 2 };
    engine_request q;
    cuzk_bytes file;
    facts f;
    backend *b;
    backend_job *job;
    backend_plan plan;
    backend_witness *witness;
    cuzk_error err;
    work w;

    make_request(&q, &file, &f, kind);
    expect_ok(backend_prover_new(&b, &o, &err), &err);
    expect_ok(work_init(&w, o.threads, 0, &err), &err);
    expect_ok(b->ops->plan(b, &q, &plan, &err), &err);
    const uint64_t before = heap();
    expect_ok(b->ops->open(b, &w, &q, &plan, &job, &err), &err);
    const uint64_t opened = heap() - before;
    expect_ok(b->ops->acquire(job, &w, &err), &err);

    w.mem_limit = plan.witness_bytes + plan.synth_bytes;
    expect_ok(b->ops->synthesise(job, &w, 0, &witness, &err), &err);
    const uint64_t held = w.mem_used;
    w.mem_limit = held + plan.prove_bytes;
    w.mem_peak = held;
    expect_ok(prove(b, &w, witness, &err), &err);
    const uint64_t proved = w.mem_peak - held;
    print_message("bytes: job %llu of %llu, witness %llu of %llu, proof %llu of %llu\n",
                  (unsigned long long)opened, (unsigned long long)plan.job_bytes,
                  (unsigned long long)held, (unsigned long long)plan.witness_bytes,
                  (unsigned long long)proved, (unsigned long long)plan.prove_bytes);
    assert_in_range(plan.job_bytes, opened, 2 * opened + ((uint64_t)64 << 10));
    assert_in_range(plan.witness_bytes, held, held * 3 / 2);
    w.mem_limit = held + plan.prove_bytes / 4; /* a limit that is no limit shows nothing */
    assert_int_equal(prove(b, &w, witness, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "over-memory-limit");
    b->ops->free_witness(witness);
    b->ops->close(job);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
    backend_prover_free(b);
    cuzk_file_free(&file);
}

static void winning(void **unused)
{
    (void)unused;
    estimate(CUZK_KIND_WINNING);
}

static void window(void **unused)
{
    (void)unused;
    estimate(CUZK_KIND_WINDOW);
}

static void update(void **unused)
{
    (void)unused;
    estimate(CUZK_KIND_UPDATE);
}

static void porep(void **unused)
{
    (void)unused;
    estimate(CUZK_KIND_POREP);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winning),
        cmocka_unit_test(window),
        cmocka_unit_test(update),
    };
    const struct CMUnitTest long_ones[] = { cmocka_unit_test(porep) };
    if (argc > 1 && strcmp(argv[1], "porep") == 0)
        return cmocka_run_group_tests(long_ones, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
