/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The engine over the real prover: a winning proof of a 2 KiB sector, with parameters made here. */
#include "asking.h"
#include "engine/backend_prover.h"
#include "engine/request_shape.h"
#include "golden.h"
#include "scratch.h"

#include <cuzk/cuzk.h>
#include <jansson.h>
#include <unistd.h>

#define VANILLA CUZK_TEST_DATA "/golden/winning-2k/vanilla.json"
#define META    CUZK_TEST_DATA "/golden/winning-2k/meta.json"

static char dir[SCRATCH_LEN];

static int make_params(void **state)
{
    (void)state;
    const cuzk_setup_request q = {
        .size = sizeof q, .kind = CUZK_KIND_WINNING, .sector_size = "2KiB", .out_dir = dir
    };
    const cuzk_options o = { .size = sizeof o, .cache_dir = dir };
    cuzk_setup_result *made;
    cuzk_context *c;
    cuzk_error err;

    if (scratch_make(dir) != 0 || cuzk_context_new(&c, &o, &err) != CUZK_OK)
        return -1;
    if (cuzk_params_make(c, &q, &made, &err) != CUZK_OK) {
        puts(err.message);
        return -1;
    }
    cuzk_setup_result_free(made);
    cuzk_context_free(c);
    return 0;
}

static int remove_params(void **state)
{
    (void)state;
    return scratch_remove(dir);
}

typedef struct fixture {
    asking a; /* its toy is not used */
    backend *b;
    cuzk_bytes vanilla;
    uint8_t randomness[32];
} fixture;

static void begin(fixture *f, bool allow, uint64_t budget)
{
    const params_store_options o = {
        .params_dir = dir, .cache_dir = dir, .allow_development = allow, .threads = 2
    };
    const engine_options eo = { .threads = 2, .memory_budget = budget, .keep_results = 10 };
    cuzk_error err;
    json_t *meta = json_load_file(META, 0, NULL);
    const char *hex = json_string_value(json_object_get(meta, "randomness"));

    assert_non_null(hex);
    for (int i = 0; i < 32; i++) {
        unsigned v;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &v), 1);
        f->randomness[i] = (uint8_t)v;
    }
    json_decref(meta);
    if (backend_prover_new(&f->b, &o, &err) != CUZK_OK ||
        engine_new(&f->a.e, &eo, f->b, &err) != CUZK_OK ||
        cuzk_file_read(&f->vanilla, VANILLA, 1 << 20, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

static void end(fixture *f)
{
    engine_free(f->a.e);
    backend_prover_free(f->b);
    cuzk_file_free(&f->vanilla);
}

static cuzk_status submit(fixture *f, const char *id, uint64_t sector_size, cuzk_error *err)
{
    const engine_request q = { .id = id,
                               .kind = CUZK_KIND_WINNING,
                               .sector_size = sector_size,
                               .vanilla = &f->vanilla,
                               .n_vanilla = 1,
                               .randomness = { f->randomness, 32, NULL } };
    engine_ticket t;

    return engine_submit(f->a.e, &q, (engine_body) { 0 }, &t, err);
}

static void a_winning_proof_comes_out(void **state)
{
    (void)state;
    fixture f;
    cuzk_error err;

    begin(&f, true, UINT64_C(2) << 30);
    if (submit(&f, "winpost-1", 2048, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    answer r = await(&f.a, "winpost-1");
    if (r.state != JOB_COMPLETED)
        fail_msg("%s", r.code);
    assert_int_equal(r.proof_len, CUZK_PROOF_LEN);
    struct engine_snapshot *s = engine_snapshot_take(f.a.e);
    assert_int_equal(s->verified, 1);
    assert_int_equal(s->n_params, 1);
    assert_string_equal(s->params[0].circuit_id, "winning-2k");
    assert_int_equal(s->params[0].state, PARAMS_WARM);
    assert_int_equal(s->memory_used, 0);
    engine_snapshot_free(s);
    end(&f);
}

static void development_keys_are_refused_unless_allowed(void **state)
{
    (void)state;
    fixture f;

    begin(&f, false, 0);
    assert_int_equal(submit(&f, "w", 2048, NULL), CUZK_OK);
    answer r = await(&f.a, "w");
    assert_int_equal(r.state, JOB_FAILED);
    assert_string_equal(r.code, "development-params");
    end(&f);
}

static void bad_requests_are_named(void **state)
{
    (void)state;
    fixture f;
    cuzk_error err;

    begin(&f, true, UINT64_C(64) << 10);
    assert_int_equal(submit(&f, "w", 2048, &err), CUZK_NO_RESOURCES); /* whatever comes */
    assert_string_equal(err.code, "over-budget");
    assert_int_equal(submit(&f, "w", 2047, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "unknown-sector-size");
    end(&f);
    begin(&f, true, 0);
    assert_int_equal(submit(&f, "w", 8 << 20, &err), CUZK_OK);
    assert_string_equal(await(&f.a, "w").code, "wrong-sector-size");
    f.randomness[31] = 0xff;
    assert_int_equal(submit(&f, "x", 2048, &err), CUZK_OK);
    assert_string_equal(await(&f.a, "x").code, "not-canonical");
    end(&f);
}

static void the_sectors_are_found_out(void **state)
{
    (void)state;
    static const char wrapped[] = "{\"Phase1Out\": \"x\", \"SectorSize\" : 2048}";
    static const char cut[] = "{\"SectorSize\"";
    cuzk_bytes file = { wrapped, sizeof wrapped - 1, NULL };
    engine_request q = { .kind = CUZK_KIND_POREP, .vanilla = &file, .n_vanilla = 1 };

    assert_string_equal(request_shape(&q)->name, "2KiB");
    q.registered_proof = 8;
    assert_string_equal(request_shape(&q)->name, "32GiB");
    q.sector_size = 8 << 20;
    assert_string_equal(request_shape(&q)->name, "8MiB");
    q.registered_proof = q.sector_size = 0;
    file = (cuzk_bytes) { cut, sizeof cut - 1, NULL };
    assert_null(request_shape(&q));
    q.kind = CUZK_KIND_WINDOW;
    q.registered_proof = 8;
    assert_string_equal(request_shape(&q)->name, "32GiB");
    q.kind = CUZK_KIND_UPDATE;
    q.registered_proof = 4;
    assert_string_equal(request_shape(&q)->name, "64GiB");
    q.registered_proof = 5;
    assert_null(request_shape(&q));
}

/* Of the golden C1: sector 1 of miner 1000. */
static void check_sector(const char *name, uint64_t sector, uint64_t miner, cuzk_status glance,
                         cuzk_status whole)
{
    cuzk_bytes file;
    cuzk_error err;
    c1 c;

    assert_int_equal(cuzk_file_read(&file, name, 10 << 20, &err), CUZK_OK);
    const engine_request q = { .kind = CUZK_KIND_POREP,
                               .vanilla = &file,
                               .n_vanilla = 1,
                               .sector_number = sector,
                               .miner_id = miner };
    assert_int_equal(c1_parse(&c, file.data, file.len, NULL, "c1", &err), CUZK_OK);
    assert_int_equal(request_sector_glance(&q, &err), glance);
    if (glance != CUZK_OK)
        assert_string_equal(err.message, "the request is for sector 2, its C1 of 1");
    assert_int_equal(request_sector_check(&q, &c, &err), whole);
    if (whole != CUZK_OK)
        assert_string_equal(err.code, "wrong-sector");
    c1_free(&c);
    cuzk_file_free(&file);
}

#define SEAL CUZK_TEST_DATA "/golden/seal-2k/"

static void the_sector_must_be_the_one_of_the_c1(void **state)
{
    (void)state;
    static const char *const files[] = { SEAL "c1-curio.json", SEAL "c1-api.json", SEAL "c1.json" };
    for (unsigned i = 0; i < 3; i++) {
        const bool wrapped = i == 0;
        check_sector(files[i], 1, 1000, CUZK_OK, CUZK_OK);
        check_sector(files[i], 2, 1000, wrapped ? CUZK_BAD_INPUT : CUZK_OK, CUZK_BAD_INPUT);
        check_sector(files[i], 1, 1001, CUZK_OK, CUZK_BAD_INPUT);
        check_sector(files[i], 0, 0, CUZK_OK, CUZK_OK); /* as who names none */
        check_sector(files[i], 2, 0, CUZK_OK, CUZK_OK);
    }
    static const char *const odd[] = { "", "\"SectorNum\"", "\"SectorNum\":", "\"SectorNum\": x",
                                       "{\"SectorNum\":1" };
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
        const cuzk_bytes file = { odd[i], strlen(odd[i]), NULL };
        const engine_request q = {
            .vanilla = &file, .n_vanilla = 1, .sector_number = 1, .miner_id = 5
        };
        assert_int_equal(request_sector_glance(&q, NULL), CUZK_OK);
    }
}

static void preload_and_evict(void **state)
{
    (void)state;
    fixture f;
    cuzk_error err;
    bool was_loaded;
    uint64_t freed;

    begin(&f, true, 0);
    assert_int_equal(engine_evict(f.a.e, "winning-2k", &was_loaded, &freed, &err), CUZK_OK);
    assert_false(was_loaded);
    assert_int_equal(engine_evict(f.a.e, "winning-3k", &was_loaded, &freed, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "no-circuit");
    assert_int_equal(submit(&f, "w", 2048, &err), CUZK_OK);
    assert_int_equal(await(&f.a, "w").state, JOB_COMPLETED);
    assert_int_equal(engine_evict(f.a.e, "winning-2k", &was_loaded, &freed, &err), CUZK_OK);
    assert_true(was_loaded);
    end(&f);
}

/* -- another file in their place -- */

__attribute__((format(printf, 1, 0))) static void run(const char *format)
{
    char command[256];

    snprintf(command, sizeof command, format, dir);
    assert_int_equal(system(command), 0);
}

static uint64_t loads_after_a_job(fixture *f)
{
    static unsigned n;
    char id[16];

    snprintf(id, sizeof id, "w%u", n++);
    assert_int_equal(submit(f, id, 2048, NULL), CUZK_OK);
    assert_int_equal(await(&f->a, id).state, JOB_COMPLETED);
    engine_snapshot *s = engine_snapshot_take(f->a.e);
    assert_int_equal(s->n_params, 1);
    const uint64_t loads = s->params[0].loads;
    engine_snapshot_free(s);
    return loads;
}

static void replaced_parameters_are_loaded_anew(void **state)
{
    (void)state;
    fixture f;

    begin(&f, true, 0);
    assert_int_equal(loads_after_a_job(&f), 1);
    assert_int_equal(loads_after_a_job(&f), 1);
    run("touch %1$s/*.params"); /* written to */
    assert_int_equal(loads_after_a_job(&f), 2);
    run("cp %1$s/*.params %1$s/copy && mv %1$s/copy %1$s/*.params");
    assert_int_equal(loads_after_a_job(&f), 3);
    run("mkdir %1$s/away && mv %1$s/*.params %1$s/away");
    assert_int_equal(loads_after_a_job(&f), 3); /* they are still open */
    run("mv %1$s/away/*.params %1$s/ && rmdir %1$s/away");
    assert_int_equal(loads_after_a_job(&f), 3);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_winning_proof_comes_out),
        cmocka_unit_test(development_keys_are_refused_unless_allowed),
        cmocka_unit_test(bad_requests_are_named),
        cmocka_unit_test(the_sectors_are_found_out),
        cmocka_unit_test(the_sector_must_be_the_one_of_the_c1),
        cmocka_unit_test(preload_and_evict),
        cmocka_unit_test(replaced_parameters_are_loaded_anew),
    };
    return cmocka_run_group_tests(tests, make_params, remove_params);
}
