/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of switches: every value there is can be set and is read back; nothing else can. */
#include "prover/context.h"
#include "prover/switches.h"
#include "test.h"

static void every_value(void **state)
{
    (void)state;
    const switches initial = { { 0 } };
    for (switch_id id = 0; id < SWITCHES; id++) {
        const switch_row *r = &switch_table[id];
        char setting[64], buf[16];
        switches s = initial;
        assert_string_equal(switches_value(buf, &s, id), r->value[0]);
        for (unsigned v = 0; r->value[v]; v++) {
            snprintf(setting, sizeof setting, "%s=%s", r->name, r->value[v]);
            assert_int_equal(switches_set(&s, setting, NULL), CUZK_OK);
            assert_int_equal(s.value[id], v);
            assert_string_equal(switches_value(buf, &s, id), r->value[v]);
        }
        for (unsigned n = 1; n <= r->max; n++) {
            snprintf(setting, sizeof setting, "%s=%u", r->name, n);
            assert_int_equal(switches_set(&s, setting, NULL), CUZK_OK);
            assert_int_equal(s.value[id], n);
            assert_string_equal(switches_value(buf, &s, id), strchr(setting, '=') + 1);
        }
        /* The others are as they were. */
        s.value[id] = 0;
        assert_memory_equal(&s, &initial, sizeof s);
        assert_true(strlen(r->what) > 20 && r->what[strlen(r->what) - 1] == '.');
    }
}

static void nothing_else(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *code;
    } bad[] = {
        { "", "unknown-switch" },
        { "presize", "unknown-switch" },
        { "=on", "unknown-switch" },
        { "pre=on", "unknown-switch" },
        { "presizes=on", "unknown-switch" },
        { "PRESIZE=on", "unknown-switch" },
        { "presize=", "bad-switch" },
        { "presize=1", "bad-switch" },
        { "presize=of", "bad-switch" },
        { "presize=off ", "bad-switch" },
        { "circuits-per-batch=0", "bad-switch" },
        { "circuits-per-batch=33", "bad-switch" },
        { "circuits-per-batch=1x", "bad-switch" },
        { "circuits-per-batch=-1", "bad-switch" },
        { "circuits-per-batch=18446744073709551617", "bad-switch" },
    };
    switches s = { { 0 } };
    cuzk_error err;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(switches_set(&s, bad[i].setting, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, bad[i].code);
        assert_true(strlen(err.message) < sizeof err.message - 1);
    }
    for (switch_id id = 0; id < SWITCHES; id++)
        assert_int_equal(s.value[id], 0);
}

static void from_the_environment(void **state)
{
    (void)state;
    cuzk_options o = { .size = sizeof o, .threads = 1, .cache_dir = "" };
    cuzk_context *c;
    cuzk_error err;
    setenv("CUZK_SWITCHES", "presize=off,huge-pages=off,circuits-per-batch=3", 1);
    assert_int_equal(cuzk_context_new(&c, &o, &err), CUZK_OK);
    assert_int_equal(c->switches.value[SWITCH_CIRCUITS], 3);
    assert_true(c->work.small_pages);
    assert_false(c->work.keep_memory);
    cuzk_context_free(c);
    setenv("CUZK_SWITCHES", "presize=on,huge-pages=maybe", 1);
    assert_int_equal(cuzk_context_new(&c, &o, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "bad-switch");
    setenv("CUZK_SWITCHES", "", 1);
    assert_int_equal(cuzk_context_new(&c, &o, &err), CUZK_OK);
    assert_false(c->work.small_pages);
    cuzk_context_free(c);
    unsetenv("CUZK_SWITCHES");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value),
        cmocka_unit_test(nothing_else),
        cmocka_unit_test(from_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
