/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/error.h"
#include "test.h"

#include <errno.h>

static void filling(void **state)
{
    (void)state;
    cuzk_error e;
    memset(&e, 0xaa, sizeof e);
    assert_int_equal(err_set(&e, CUZK_BAD_INPUT, "truncated", "%d of %d bytes", 3, 5),
                     CUZK_BAD_INPUT);
    assert_int_equal(e.status, CUZK_BAD_INPUT);
    assert_string_equal(e.code, "truncated");
    assert_string_equal(e.message, "3 of 5 bytes");
    assert_string_equal(e.file, "");
    assert_string_equal(e.section, "");
    assert_string_equal(e.expected, "");
    assert_string_equal(e.found, "");
    assert_true(e.index == -1);

    err_at(&e, "a.vk", NULL, -1);
    err_at(&e, NULL, "ic", 7);
    err_at(&e, NULL, NULL, -1);
    err_expected(&e, "%u", 5u);
    err_found(&e, "%u", 3u);
    assert_string_equal(e.file, "a.vk");
    assert_string_equal(e.section, "ic");
    assert_true(e.index == 7);
    assert_string_equal(e.expected, "5");
    assert_string_equal(e.found, "3");
}

/* Each member in its place, and none twice. */
static void one_line(void **state)
{
    (void)state;
    static const struct {
        const char *message, *file, *section, *expected, *found, *line;
        int64_t index;
    } cases[] = {
        { "", "", "", "", "", "code", -1 },
        { "too short", "", "", "", "", "too short", -1 },
        { "too short", "a.vk", "", "", "", "a.vk: too short", -1 },
        { "too short", "a.vk", "ic", "", "", "a.vk: ic: too short", -1 },
        { "too short", "a.vk", "ic", "5", "3", "a.vk: ic[7]: too short (expected 5, found 3)", 7 },
        { "too short", "", "", "5", "", "[0]: too short (expected 5)", 0 },
        { "too short", "", "", "", "3", "too short (found 3)", -1 },
        { "ic is too short", "", "ic", "", "", "ic is too short", 7 },
        { "expected 5, found 3", "", "", "5", "3", "expected 5, found 3", -1 },
        { "3 of 5 bytes", "", "", "5", "3", "3 of 5 bytes (expected 5, found 3)", -1 },
        { "no abc here", "", "", "", "abc", "no abc here", -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cuzk_error e;
        char line[CUZK_ERROR_LINE_MAX];
        err_set(&e, CUZK_NO, "code", "%s", cases[i].message);
        err_at(&e, cases[i].file, cases[i].section, cases[i].index);
        err_expected(&e, "%s", cases[i].expected);
        err_found(&e, "%s", cases[i].found);
        cuzk_error_line(line, &e);
        assert_string_equal(line, cases[i].line);
    }
}

static void long_text_is_cut(void **state)
{
    (void)state;
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    cuzk_error e;
    err_set(&e, CUZK_FAULT, text, "%s", text);
    err_at(&e, text, text, 0);
    err_expected(&e, "%s", text);
    err_found(&e, "%s", text);
    assert_int_equal(strlen(e.code), sizeof e.code - 1);
    assert_int_equal(strlen(e.message), sizeof e.message - 1);
    assert_int_equal(strlen(e.file), sizeof e.file - 1);
    assert_int_equal(strlen(e.section), sizeof e.section - 1);
    assert_int_equal(strlen(e.expected), sizeof e.expected - 1);
    assert_int_equal(strlen(e.found), sizeof e.found - 1);
    char line[CUZK_ERROR_LINE_MAX];
    e.index = INT64_MAX;
    memset(e.section, 'y', sizeof e.section - 1);
    memset(e.expected, 'z', sizeof e.expected - 1);
    memset(e.found, 'w', sizeof e.found - 1);
    cuzk_error_line(line, &e);
    assert_int_equal(line[strlen(line) - 1], ')');
}

static void text_steers_no_terminal(void **state)
{
    (void)state;
    cuzk_error e;
    err_set(&e, CUZK_NO, "x\n", "a%sb", "\x1b[2J\r\n");
    err_at(&e, "f\x7f", "s\t", 0);
    err_expected(&e, "%c", 1);
    err_found(&e, "\xc3\xa9"); /* é stays */
    assert_string_equal(e.code, "x?");
    assert_string_equal(e.message, "a?[2J??b");
    assert_string_equal(e.file, "f?");
    assert_string_equal(e.section, "s?");
    assert_string_equal(e.expected, "?");
    assert_string_equal(e.found, "\xc3\xa9");
}

static void nobody_asks(void **state)
{
    (void)state;
    assert_int_equal(err_set(NULL, CUZK_NO, "x", "y"), CUZK_NO);
    assert_int_equal(err_no_memory(NULL, "x", 1), CUZK_NO_RESOURCES);
    assert_int_equal(err_system(NULL, ENOENT, "open", "x"), CUZK_BAD_INPUT);
    err_at(NULL, "x", "y", 1);
    err_expected(NULL, "x");
    err_found(NULL, "x");
}

static void an_error_quotes_itself(void **state)
{
    (void)state;
    cuzk_error e;
    err_set(&e, CUZK_FAULT, "inner", "the cause");
    err_set(&e, CUZK_NO, "outer", "outer: %s", e.message);
    assert_string_equal(e.message, "outer: the cause");
}

static void system_errors(void **state)
{
    (void)state;
    cuzk_error e;
    assert_int_equal(err_system(&e, ENOSPC, "write", "/x/y"), CUZK_NO_RESOURCES);
    assert_string_equal(e.code, "no-space");
    assert_string_equal(e.file, "/x/y");
    assert_string_equal(e.message, "cannot write: No space left on device");
    assert_int_equal(err_system(&e, EINTR, "open", NULL), CUZK_INTERRUPTED);
    assert_int_equal(err_system(&e, EBADF, "write", NULL), CUZK_FAULT);
    assert_string_equal(e.code, "system-error");
    assert_string_equal(e.file, "");
}

static cuzk_status tried(cuzk_status s, bool *went_on)
{
    *went_on = false;
    TRY(s);
    *went_on = true;
    return CUZK_OK;
}

static void names_and_try(void **state)
{
    (void)state;
    bool went_on;
    assert_int_equal(tried(CUZK_NO, &went_on), CUZK_NO);
    assert_false(went_on);
    assert_int_equal(tried(CUZK_OK, &went_on), CUZK_OK);
    assert_true(went_on);
    assert_string_equal(cuzk_status_name(CUZK_OK), "ok");
    assert_string_equal(cuzk_status_name(CUZK_NO), "no");
    assert_string_equal(cuzk_status_name(CUZK_BAD_INPUT), "bad-input");
    assert_string_equal(cuzk_status_name(CUZK_FAULT), "fault");
    assert_string_equal(cuzk_status_name(CUZK_NO_RESOURCES), "no-resources");
    assert_string_equal(cuzk_status_name(CUZK_INTERRUPTED), "interrupted");
    assert_string_equal(cuzk_status_name((cuzk_status)77), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filling),          cmocka_unit_test(one_line),
        cmocka_unit_test(long_text_is_cut), cmocka_unit_test(text_steers_no_terminal),
        cmocka_unit_test(nobody_asks),      cmocka_unit_test(an_error_quotes_itself),
        cmocka_unit_test(system_errors),    cmocka_unit_test(names_and_try),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
