/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory that runs out anywhere: the k-th allocation fails, for every k there is. The call says so
 * and leaves nothing behind; given enough, it succeeds as before. */
#include "scratch.h"

#include <cuzk/cuzk.h>
#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <unistd.h>

/* The names the C library gives its own allocator, which ours stand in front of. */
extern void *__libc_malloc(size_t len);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t len);
extern void *__libc_memalign(size_t align, size_t len);

static _Atomic long left = -1; /* allocations before the one that fails; below 0: none does */

static bool fails(void)
{
    if (atomic_load(&left) < 0 || atomic_fetch_sub(&left, 1) != 0)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t len)
{
    return fails() ? NULL : __libc_malloc(len);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t len)
{
    return fails() ? NULL : __libc_realloc(p, len);
}

void *aligned_alloc(size_t align, size_t len)
{
    return fails() ? NULL : __libc_memalign(align, len);
}

static char dir[SCRATCH_LEN], params[64], vk_path[64];

static int set_up(void **state)
{
    (void)state;
    if (scratch_make(dir) != 0)
        return 1;
    snprintf(params, sizeof params, "%s/x.params", dir);
    snprintf(vk_path, sizeof vk_path, "%s/x.vk", dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return scratch_remove(dir);
}

/* x^4 = y, y public. */
static void squares(void *ctx, cuzk_builder *b)
{
    cuzk_scalar value = cuzk_scalar_from_int(*(int64_t *)ctx);
    cuzk_variable v = cuzk_builder_alloc(b, value);

    for (int i = 0; i < 2; i++) {
        value = cuzk_scalar_mul(value, value);
        const cuzk_variable next = i ? cuzk_builder_input(b, value) : cuzk_builder_alloc(b, value);
        const cuzk_term t = { v, cuzk_scalar_from_int(1) }, square = { next, t.coefficient };
        cuzk_builder_enforce(b, &t, 1, &t, 1, &square, 1);
        v = next;
    }
}

static const cuzk_circuit circuit = { sizeof circuit, squares };

static cuzk_status make(cuzk_context *c, cuzk_error *err)
{
    int64_t x = 3;

    return cuzk_circuit_setup(c, &circuit, &x, params, vk_path, err);
}

static cuzk_status prove(cuzk_context *c, cuzk_error *err)
{
    int64_t x = 3;
    uint8_t proof[192];

    return cuzk_circuit_prove(c, &circuit, &x, params, proof, err);
}

static cuzk_status check(cuzk_context *c, cuzk_error *err)
{
    cuzk_params_list *list = NULL;
    cuzk_status s = cuzk_params_check(c, dir, CUZK_CHECK_AGAIN, &list, err);

    cuzk_params_list_free(list);
    return s;
}

static cuzk_status inspect(cuzk_context *c, cuzk_error *err)
{
    cuzk_facts *facts = NULL;
    cuzk_status s =
        cuzk_file_inspect(c, CUZK_TEST_DATA "/golden/seal-2k/c1-curio.json", &facts, err);

    cuzk_facts_free(facts);
    return s;
}

static size_t entries(void)
{
    DIR *d = opendir(dir);
    size_t n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

/* The context too is made anew each time. */
static cuzk_status run(cuzk_status (*call)(cuzk_context *c, cuzk_error *err), cuzk_error *err)
{
    cuzk_options o = { .size = sizeof o, .threads = 2, .cache_dir = "" };
    cuzk_context *c;
    cuzk_status s = cuzk_context_new(&c, &o, err);

    if (s == CUZK_OK)
        s = call(c, err);
    cuzk_context_free(c);
    return s;
}

static void each_allocation(cuzk_status (*call)(cuzk_context *c, cuzk_error *err))
{
    cuzk_status s;
    cuzk_error err;
    long k = 0;

    assert_int_equal(run(call, NULL), CUZK_OK);
    const size_t before = entries();
    do {
        atomic_store(&left, k++);
        s = run(call, &err);
        const bool failed = atomic_exchange(&left, -1) < 0;
        if (s != CUZK_OK && s != CUZK_NO_RESOURCES)
            print_error("allocation %ld: %s: %s\n", k - 1, err.code, err.message);
        assert_true(s == CUZK_OK || s == CUZK_NO_RESOURCES);
        assert_int_equal(entries(), before);
        if (!failed)
            break;
        /* What the C library allocates for itself may fail without our notice. */
    } while (k < 100000);
    assert_int_equal(s, CUZK_OK);
    assert_true(k > 5);
    assert_int_equal(run(call, NULL), CUZK_OK);
}

static void test_setup(void **state)
{
    (void)state;
    each_allocation(make);
}

static void test_prove(void **state)
{
    (void)state;
    each_allocation(prove);
}

static void test_check(void **state)
{
    (void)state;
    each_allocation(check);
}

static void test_inspect(void **state)
{
    (void)state;
    each_allocation(inspect);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup),
        cmocka_unit_test(test_prove),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_inspect),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
