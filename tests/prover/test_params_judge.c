/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters of a tiny circuit: what is made of them in places and company they may be found in. */
#include "scratch.h"

#include "base/bytes.h"
#include "hash/blake2b.h"
#include "prover/params_judge.h"
#include <cuzk/circuit.h>

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[SCRATCH_LEN], dir[PATH_MAX];
static cuzk_context *context;

/* A folder whose path is longer than what an error has room for. */
static int set_up(void **state)
{
    const cuzk_options o = { .size = sizeof o, .cache_dir = "" };
    char name[100];

    (void)state;
    if (scratch_make(root) != 0 || cuzk_context_new(&context, &o, NULL) != CUZK_OK)
        return 1;
    strcpy(dir, root);
    memset(name, 'd', sizeof name);
    name[0] = '/';
    name[sizeof name - 1] = '\0';
    for (int i = 0; i < 4; i++) {
        strcat(dir, name);
        if (mkdir(dir, 0777) != 0)
            return 1;
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cuzk_context_free(context);
    return scratch_remove(root);
}

/* x * x = 4 */
static void square(void *ctx, cuzk_builder *b)
{
    cuzk_variable x = cuzk_builder_alloc(b, cuzk_scalar_from_int(2));
    const cuzk_term t = { x, cuzk_scalar_from_int(1) };
    const cuzk_term four = { CUZK_ONE, cuzk_scalar_from_int(4) };

    (void)ctx;
    cuzk_builder_enforce(b, &t, 1, &t, 1, &four, 1);
}

static const char *in_dir(char out[PATH_MAX], const char *name)
{
    assert_true(snprintf(out, PATH_MAX, "%s/%s", dir, name) < PATH_MAX);
    return out;
}

static cuzk_status make(const char *params, const char *vk, cuzk_error *err)
{
    const cuzk_circuit c = { .size = sizeof c, .synthesize = square };
    char params_path[PATH_MAX], vk_path[PATH_MAX];

    return cuzk_circuit_setup(context, &c, NULL, in_dir(params_path, params), in_dir(vk_path, vk),
                              err);
}

static void test_long_path(void **state)
{
    cuzk_params_list *list = NULL;
    cuzk_error err;

    (void)state;
    assert_int_equal(make("x.params", "x.vk", NULL), CUZK_OK);
    assert_int_equal(cuzk_params_check(context, dir, 0, &list, &err), CUZK_OK);
    assert_int_equal(list->n, 2);
    assert_int_equal(list->file[0].verdict, CUZK_VERDICT_DEVELOPMENT);
    assert_int_equal(list->file[1].verdict, CUZK_VERDICT_DEVELOPMENT);
    cuzk_params_list_free(list);
}

/* The published digest is enough, whatever a .dev.json that was left there says. */
static void test_official_beside_marks(void **state)
{
    char path[PATH_MAX], hex[33];
    param_set set = { .kind = KIND_POREP, .shape = &sector_shapes[0], .params_digest = hex };
    groth16_params p;
    blake2b_state b;
    uint8_t digest[64];
    judgement j;

    (void)state;
    assert_int_equal(make("o.params", "o.vk", NULL), CUZK_OK);
    assert_int_equal(groth16_params_open(&p, in_dir(path, "o.params"), false, NULL), CUZK_OK);
    blake2b_init(&b, 64, NULL, 0);
    blake2b_update(&b, p.map.data, p.map.len);
    blake2b_final(&b, digest);
    hex_encode(hex, digest, 16);
    assert_int_equal(params_judge(&j, context, &p, &set, true, NULL), CUZK_OK);
    assert_int_equal(j.verdict, CUZK_VERDICT_OFFICIAL);
    hex[31] = hex[31] == '0' ? '1' : '0';
    assert_int_equal(params_judge(&j, context, &p, &set, true, NULL), CUZK_NO);
    assert_int_equal(params_judge(&j, context, &p, NULL, true, NULL), CUZK_OK);
    assert_int_equal(j.verdict, CUZK_VERDICT_DEVELOPMENT);
    assert_int_equal(unlink(in_dir(path, "o.dev.json")), 0);
    assert_int_equal(params_judge(&j, context, &p, NULL, true, NULL), CUZK_NO);
    groth16_params_close(&p);
}

static void test_replaces_only_its_own(void **state)
{
    static const char *const names[] = { "r.params", "r.vk" };
    char path[PATH_MAX];
    cuzk_error err;
    struct stat st;

    (void)state;
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(in_dir(path, names[i]), "wb");
        assert_non_null(f);
        fputs("precious", f);
        fclose(f);
        assert_int_equal(make("r.params", "r.vk", &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, "exists");
        assert_int_equal(stat(path, &st), 0);
        assert_int_equal(st.st_size, strlen("precious"));
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(make("r.params", "r.vk", NULL), CUZK_OK);
    assert_int_equal(make("r.params", "r.vk", NULL), CUZK_OK);
}

/* The rows a setup records are held to the limit like all else. */
static void test_memory_limit(void **state)
{
    const cuzk_options o = { .size = sizeof o, .cache_dir = "", .memory_limit = 16 };
    const cuzk_circuit c = { .size = sizeof c, .synthesize = square };
    char params[PATH_MAX], vk[PATH_MAX];
    cuzk_context *small;
    cuzk_error err;

    (void)state;
    assert_int_equal(cuzk_context_new(&small, &o, NULL), CUZK_OK);
    assert_int_equal(
        cuzk_circuit_setup(small, &c, NULL, in_dir(params, "m.params"), in_dir(vk, "m.vk"), &err),
        CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "over-memory-limit");
    assert_int_equal(access(params, F_OK), -1);
    cuzk_context_free(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_path),
        cmocka_unit_test(test_official_beside_marks),
        cmocka_unit_test(test_replaces_only_its_own),
        cmocka_unit_test(test_memory_limit),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
