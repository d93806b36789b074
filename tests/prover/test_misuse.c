/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The public interface misused: requests of no size or the wrong one, nothing where something may
 * be left out, and where it may not; values of the wrong kind; too little memory. */
#include "scratch.h"

#include <cuzk/cuzk.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define GOLDEN CUZK_TEST_DATA "/golden"

static char dir[SCRATCH_LEN], params[64], vk_path[64];
static cuzk_context *ctx;

static int set_up(void **state)
{
    cuzk_options o = { .size = sizeof o, .threads = 2, .cache_dir = "" };

    (void)state;
    if (scratch_make(dir) != 0)
        return 1;
    snprintf(params, sizeof params, "%s/x.params", dir);
    snprintf(vk_path, sizeof vk_path, "%s/x.vk", dir);
    return (int)cuzk_context_new(&ctx, &o, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    cuzk_context_free(ctx);
    return scratch_remove(dir);
}

static void product(void *c, cuzk_builder *b)
{
    const cuzk_variable x = cuzk_builder_alloc(b, cuzk_scalar_from_int(6));
    const cuzk_variable y = cuzk_builder_input(b, cuzk_scalar_from_int(36));
    const cuzk_term t = { x, cuzk_scalar_from_int(1) }, square = { y, t.coefficient };

    (void)c;
    cuzk_builder_enforce(b, &t, 1, &t, 1, &square, 1);
}

/* Every request, behind room for more than it is. */
typedef union request {
    size_t size;
    cuzk_options options;
    cuzk_setup_request setup;
    cuzk_prove_request prove;
    cuzk_porep_claim claim;
    cuzk_digest_request digest;
    cuzk_circuit circuit;
    uint8_t bytes[70000];
} request;

static const cuzk_bytes none;

static cuzk_status call_options(const request *r)
{
    cuzk_context *c;
    cuzk_status s = cuzk_context_new(&c, r ? &r->options : NULL, NULL);

    cuzk_context_free(c);
    return s;
}

static cuzk_status call_setup(const request *r)
{
    cuzk_setup_result *out;
    return cuzk_params_make(ctx, r ? &r->setup : NULL, &out, NULL);
}

static cuzk_status call_prove(const request *r)
{
    cuzk_proof *out;
    return cuzk_proof_make(ctx, r ? &r->prove : NULL, &out, NULL);
}

static cuzk_status call_claim(const request *r)
{
    return cuzk_porep_verify(ctx, r ? &r->claim : NULL, &none, &none, NULL);
}

static cuzk_status call_digest(const request *r)
{
    cuzk_digest out;
    return cuzk_circuit_digest(ctx, r ? &r->digest : NULL, &out, NULL);
}

static cuzk_status call_circuit(const request *r)
{
    return cuzk_circuit_setup(ctx, r ? &r->circuit : NULL, NULL, params, vk_path, NULL);
}

static void test_sizes(void **state)
{
    static const struct {
        cuzk_status (*call)(const request *r);
        size_t size;
    } calls[] = {
        { call_options, sizeof(cuzk_options) },       { call_setup, sizeof(cuzk_setup_request) },
        { call_prove, sizeof(cuzk_prove_request) },   { call_claim, sizeof(cuzk_porep_claim) },
        { call_digest, sizeof(cuzk_digest_request) }, { call_circuit, sizeof(cuzk_circuit) },
    };
    static request r;

    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const size_t wrong[] = { 0, 1, sizeof(size_t) - 1, (1 << 16) + 1, SIZE_MAX };
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            memset(&r, 0, sizeof r);
            r.size = wrong[k];
            assert_int_equal(calls[i].call(&r), CUZK_BAD_INPUT);
        }
        memset(&r, 0, sizeof r);
        r.size = calls[i].size + 9;
        r.bytes[calls[i].size + 8] = 1; /* a member that is not known here */
        assert_int_equal(calls[i].call(&r), CUZK_BAD_INPUT);
        if (i > 0) { /* without options, or with none set, there are defaults */
            r.bytes[calls[i].size + 8] = 0;
            assert_int_equal(calls[i].call(&r), CUZK_BAD_INPUT);
            assert_int_equal(calls[i].call(NULL), CUZK_BAD_INPUT);
            continue;
        }
        r.bytes[calls[i].size + 8] = 0;
        assert_int_equal(calls[i].call(&r), CUZK_OK);
        assert_int_equal(calls[i].call(NULL), CUZK_OK);
    }
}

static void test_nothing_to_free(void **state)
{
    cuzk_bytes bytes = { 0 };

    (void)state;
    cuzk_context_free(NULL);
    cuzk_proof_free(NULL);
    cuzk_setup_result_free(NULL);
    cuzk_params_list_free(NULL);
    cuzk_facts_free(NULL);
    cuzk_file_free(&bytes);
    cuzk_file_free(&bytes);
    assert_null(cuzk_kind_name((cuzk_kind)0));
    assert_null(cuzk_kind_name((cuzk_kind)5));
    assert_null(cuzk_kind_name((cuzk_kind)-1));
    assert_string_equal(cuzk_kind_name(CUZK_KIND_UPDATE), "update");
    assert_non_null(cuzk_verdict_name((cuzk_verdict)99));
    assert_non_null(cuzk_status_name((cuzk_status)99));
}

static cuzk_bytes read_file(const char *path)
{
    cuzk_bytes b;

    assert_int_equal(cuzk_file_read(&b, path, 1 << 24, NULL), CUZK_OK);
    return b;
}

/* The golden statement holds under its own key only; nothing needs a name or an error. */
static void test_keys_of_others(void **state)
{
    static const struct {
        const char *vk;
        cuzk_status want;
    } keys[] = { { "porep-2KiB", CUZK_OK },
                 { "winning-2KiB", CUZK_BAD_INPUT },
                 { "window-2KiB", CUZK_BAD_INPUT },
                 { "update-2KiB", CUZK_BAD_INPUT },
                 { "gadget-por-oct", CUZK_BAD_INPUT } };
    cuzk_porep_claim claim = { .size = sizeof claim };
    cuzk_bytes proof = read_file(GOLDEN "/proofs/porep-2KiB.proof");
    char path[256];

    (void)state;
    claim.c1 = read_file(GOLDEN "/seal-2k/c1.json");
    claim.c1.name = proof.name = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        snprintf(path, sizeof path, GOLDEN "/setup/%s.vk", keys[i].vk);
        cuzk_bytes vk = read_file(path);
        vk.name = NULL;
        assert_int_equal(cuzk_porep_verify(ctx, &claim, &vk, &proof, NULL), keys[i].want);
        cuzk_file_free(&vk);
    }
    cuzk_file_free(&claim.c1);
    cuzk_file_free(&proof);
}

/* A directory that may not be looked into is not said to have nothing in it. */
static void test_closed_directory(void **state)
{
    char path[128];
    int status = -1;

    (void)state;
    snprintf(path, sizeof path, "%s/closed", dir);
    assert_int_equal(chmod(dir, 0755), 0);
    assert_int_equal(mkdir(path, 0), 0);
    pid_t child = fork();
    if (child == 0) {
        cuzk_params_list *list;
        cuzk_error err;
        if (geteuid() == 0 && seteuid(65534) != 0) /* any but the superuser */
            _exit(2);
        _exit(cuzk_params_scan(ctx, path, &list, &err) != CUZK_BAD_INPUT ||
              strcmp(err.code, "no-permission") != 0 || strncmp(err.file, path, strlen(path)) != 0);
    }
    waitpid(child, &status, 0);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(status, 0);
}

/* r, the order of the field, and beyond; where randomness, toxic values and kinds are read. */
static void test_values(void **state)
{
    static const char order[] =
        "52435875175126190479447740508185965837690552500527637822603658699938581184513";
    const char *const randomness[][2] = { { order, "1" }, { "1", order }, { "1", NULL },
                                          { NULL, "1" },  { "", "1" },    { "-1", "1" } };
    cuzk_prove_request q = { .size = sizeof q, .kind = CUZK_KIND_POREP, .params_dir = dir };
    cuzk_setup_request t = { .size = sizeof t, .kind = CUZK_KIND_POREP, .sector_size = "2KiB" };
    cuzk_proof *proof;
    cuzk_setup_result *made;
    cuzk_error err;

    (void)state;
    q.c1 = read_file(GOLDEN "/seal-2k/c1.json");
    for (size_t i = 0; i < sizeof randomness / sizeof *randomness; i++) {
        q.insecure_r = randomness[i][0];
        q.insecure_s = randomness[i][1];
        assert_int_equal(cuzk_proof_make(ctx, &q, &proof, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, "bad-randomness");
        assert_string_equal(err.file, ""); /* in no file, although one was given */
        assert_null(proof);
    }
    /* The largest there is, and zero, are values; there are no parameters for them here. */
    q.insecure_r = "52435875175126190479447740508185965837690552500527637822603658699938581184512";
    q.insecure_s = "0";
    assert_int_equal(cuzk_proof_make(ctx, &q, &proof, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "no-params");
    t.out_dir = dir;
    for (size_t i = 0; i < CUZK_TOXIC_VALUES; i++) {
        static const char *const wrong[] = { "0", "0x0", "", order, NULL };
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            const char *toxic[CUZK_TOXIC_VALUES] = { "2", "3", "5", "7", "11" };
            toxic[i] = wrong[k];
            t.insecure_toxic = toxic;
            assert_int_equal(cuzk_params_make(ctx, &t, &made, &err), CUZK_BAD_INPUT);
            assert_string_equal(err.code, "bad-toxic");
        }
    }
    cuzk_file_free(&q.c1);
}

/* Exit status 4, not a crash: with a little more it works. */
static void test_too_little_memory(void **state)
{
    static const uint64_t limits[] = { 1, 1000, 1 << 16, 1 << 20 };
    const cuzk_circuit circuit = { sizeof circuit, product };
    cuzk_options o = { .size = sizeof o, .threads = 2, .cache_dir = "" };
    uint8_t proof[192];
    cuzk_error err;

    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        cuzk_context *c;
        o.memory_limit = limits[i];
        assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
        assert_int_equal(cuzk_circuit_setup(c, &circuit, NULL, params, vk_path, &err),
                         CUZK_NO_RESOURCES);
        assert_string_equal(err.code, "over-memory-limit");
        assert_int_not_equal(access(params, F_OK), 0);
        assert_true(cuzk_context_memory_peak(c) <= limits[i]);
        cuzk_context_free(c);
    }
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, NULL), CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(ctx, &circuit, NULL, params, proof, NULL), CUZK_OK);
    cuzk_context *c;
    o.memory_limit = 1;
    assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(c, &circuit, NULL, params, proof, &err), CUZK_NO_RESOURCES);
    cuzk_context_free(c);
}

/* A file that may not grow stands for a disk that is full: nothing is left behind. */
static void test_no_space(void **state)
{
    const cuzk_circuit circuit = { sizeof circuit, product };
    struct rlimit limit, before;
    char marks[80];
    cuzk_error err;

    (void)state;
    snprintf(marks, sizeof marks, "%s/x.dev.json", dir);
    unlink(marks);
    unlink(params);
    unlink(vk_path);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (rlim_t most = 0; most < 2000; most += 400) {
        limit = before;
        limit.rlim_cur = most;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        cuzk_status s = cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, &err);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(s, CUZK_NO_RESOURCES);
        assert_string_equal(err.code, "no-space");
        assert_int_equal(rmdir(dir), 0); /* which shows that it is empty */
        assert_int_equal(mkdir(dir, 0700), 0);
    }
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, NULL), CUZK_OK);
}

static void test_several_sectors(void **state)
{
    const cuzk_bytes c1 = { "x", 1, "x" };
    cuzk_prove_request q[2] = {
        { .size = sizeof *q, .kind = CUZK_KIND_POREP, .c1 = c1, .params_dir = "a" },
        { .size = sizeof *q, .kind = CUZK_KIND_POREP, .c1 = c1, .params_dir = "b" },
    };
    const cuzk_prove_request *all[2] = { &q[0], &q[1] };
    cuzk_proof *out[2];
    cuzk_error err;

    (void)state;
    assert_int_equal(cuzk_proofs_make(ctx, all, 0, out, &err), CUZK_BAD_INPUT);
    assert_int_equal(cuzk_proofs_make(ctx, all, 2, out, &err), CUZK_BAD_INPUT);
    assert_non_null(strstr(err.message, "one parameter directory"));
    assert_null(out[0]);
    assert_null(out[1]);
    q[1].params_dir = "a";
    q[1].circuits_per_batch = 33;
    assert_int_equal(cuzk_proofs_make(ctx, all, 2, out, &err), CUZK_BAD_INPUT);
    assert_non_null(strstr(err.message, "32"));
    q[1].circuits_per_batch = 0;
    q[1].size = 1;
    assert_int_equal(cuzk_proofs_make(ctx, all, 2, out, NULL), CUZK_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),           cmocka_unit_test(test_several_sectors),
        cmocka_unit_test(test_nothing_to_free), cmocka_unit_test(test_keys_of_others),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_no_space),        cmocka_unit_test(test_closed_directory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
