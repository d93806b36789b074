/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Command lines, help, exit statuses and JSON of the program as built. */
#include "apps/run.h"

#include "test.h"

static void assert_usage(run r, const char *words)
{
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    if (!strstr(r.err, words)) {
        print_error("\"%s\" is not in: %s\n", words, r.err);
        fail();
    }
    run_free(&r);
}

static void test_no_command(void **state)
{
    (void)state;
    assert_usage(run_program(CUZK_PROGRAM, NULL), "no command given");
}

static void test_usual_spellings(void **state)
{
    static const char *const same[][2] = {
        { "--help", "help" },
        { "-h", "help" },
        { "--version", "version" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        run usual = run_program(CUZK_PROGRAM, same[i][0], NULL);
        run ours = run_program(CUZK_PROGRAM, same[i][1], NULL);
        assert_int_equal(usual.status, 0);
        assert_string_equal(usual.out, ours.out);
        run_free(&usual);
        run_free(&ours);
    }
    assert_usage(run_program(CUZK_PROGRAM, "--helpp", NULL), "unknown command");
}

static void test_nearest_names(void **state)
{
    (void)state;
    assert_usage(run_program(CUZK_PROGRAM, "doctr", NULL), "did you mean \"doctor\"?");
    assert_usage(run_program(CUZK_PROGRAM, "zzzzzzzz", NULL), "unknown command \"zzzzzzzz\"");
    assert_usage(run_program(CUZK_PROGRAM, "verify", NULL),
                 "verify what? porep, winning, window, update or raw");
    assert_usage(run_program(CUZK_PROGRAM, "params", "lost", NULL), "params what? check or list");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--thread", "2", NULL),
                 "did you mean --threads?");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--zzzzzzzzzz", NULL),
                 "unknown option --zzzzzzzzzz");
}

static void test_bad_values(void **state)
{
    (void)state;
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--threads", NULL), "needs an argument: N");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--threads", "0", NULL), "--threads");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--threads", "-1", NULL), "--threads");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--threads", "1x", NULL), "--threads");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--threads=99999999999999999999", NULL),
                 "--threads");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--threads=", NULL), "empty");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--memory", "2Gib", NULL), "--memory");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--memory", "99999999TiB", NULL), "--memory");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--quiet", "--quiet", NULL), "given twice");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "--quiet=1", NULL), "takes no argument");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "there", NULL), "unexpected argument");
    assert_usage(run_program(CUZK_PROGRAM, "doctor", "-x", NULL), "unknown option -x");
    assert_usage(run_program(CUZK_PROGRAM, "help", "doktor", NULL), "no command \"doktor\"");
}

static void test_json_error(void **state)
{
    run r = run_program(CUZK_PROGRAM, "doctor", "--json", "--threads", "no", NULL);

    (void)state;
    assert_int_equal(r.status, 2);
    assert_string_equal(r.err, "");
    assert_string_equal(run_text(&r, "schema"), "cuzk.doctor.v1");
    assert_string_equal(run_error_text(&r, "code"), "usage");
    assert_string_equal(run_error_text(&r, "status"), "bad-input");
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "nonsense", "--json", NULL);
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "usage");
    run_free(&r);
}

/* Every command has a page with every part, none of it wider than a terminal. */
static void test_help(void **state)
{
    static const char *const parts[] = { "NAME\n",          "\nSYNOPSIS\n", "\nDESCRIPTION\n",
                                         "\nEXIT STATUS\n", "\nEXAMPLES\n", "\nCOMMON OPTIONS\n" };
    run list = run_program(CUZK_PROGRAM, "help", NULL);
    char *line = strstr(list.out, "\nCOMMANDS\n");
    int commands = 0;

    (void)state;
    assert_int_equal(list.status, 0);
    assert_non_null(line);
    for (line += strlen("\nCOMMANDS\n"); strncmp(line, "    ", 4) == 0; commands++) {
        char name[20] = { 0 }, *second;
        memcpy(name, line + 4, 14);
        while (name[0] && name[strlen(name) - 1] == ' ')
            name[strlen(name) - 1] = '\0';
        if ((second = strchr(name, ' ')))
            *second++ = '\0';
        run r = second ? run_program(CUZK_PROGRAM, name, second, "--help", NULL)
                       : run_program(CUZK_PROGRAM, name, "--help", NULL);
        assert_int_equal(r.status, 0);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            assert_non_null(strstr(r.out, parts[i]));
        run_free(&r);
        line += strcspn(line, "\n") + 1;
    }
    assert_true(commands >= 3);
    run_free(&list);
}

/* What cannot be written is said, not lost. */
static void test_full_output(void **state)
{
    char line[512];
    run r;

    (void)state;
    snprintf(line, sizeof line, "exec %s version >/dev/full", CUZK_PROGRAM);
    r = run_program("/bin/sh", "-c", line, NULL);
    assert_int_equal(r.status, 4);
    assert_non_null(strstr(r.err, "cannot write to standard output"));
    run_free(&r);
}

static void test_man_page(void **state)
{
    run r = run_program(CUZK_PROGRAM, "help", "--man", NULL);

    (void)state;
    assert_int_equal(r.status, 0);
    assert_int_equal(strncmp(r.out, ".TH cuzk 1", 10), 0);
    assert_non_null(strstr(r.out, ".SH EXIT STATUS"));
    run_free(&r);
}

static void test_doctor(void **state)
{
    run r = run_program(CUZK_PROGRAM, "doctor", "--json", "--threads", "1", NULL);
    int tests = 0;
    const char *key;
    json_t *value;

    (void)state;
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "schema"), "cuzk.doctor.v1");
    assert_int_equal(run_integer(&r, "threads"), 1);
    assert_true(run_integer(&r, "memory_bytes") > 0);
    json_object_foreach(r.json, key, value)
    {
        if (strncmp(key, "selftest_", 9) == 0) {
            assert_true(json_is_true(value));
            tests++;
        }
    }
    assert_true(tests > 0);
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "doctor", NULL);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "kernels"));
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_command),    cmocka_unit_test(test_usual_spellings),
        cmocka_unit_test(test_nearest_names), cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_json_error),    cmocka_unit_test(test_help),
        cmocka_unit_test(test_man_page),      cmocka_unit_test(test_full_output),
        cmocka_unit_test(test_doctor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
