/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a program meets in a hostile place: files that are none, names that steer terminals, files
 * full of holes, streams that are closed. Nothing hangs, nothing is believed, words stay words. */
#include "apps/run.h"

#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOLDEN CUZK_TEST_DATA "/golden"
#define PARAMS GOLDEN "/setup/gadget-num-ops.params"
#define VK     GOLDEN "/setup/gadget-num-ops.vk"
#define PROOF  GOLDEN "/proofs/gadget-num-ops.proof"

static char dir[64];

static int set_up(void **state)
{
    (void)state;
    setenv("CUZK_CACHE_DIR", "", 1);
    run_make_dir(dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

static void expect(run r, int status, const char *code)
{
    if (r.status != status || (code && strcmp(run_error_text(&r, "code"), code) != 0))
        print_error("not status %d, code %s:\n%s%s\n", status, code ? code : "-", r.out, r.err);
    assert_int_equal(r.status, status);
    assert_non_null(r.json);
    if (code)
        assert_string_equal(run_error_text(&r, "code"), code);
    assert_true(r.seconds < RUN_SOON);
    run_free(&r);
}

/* dir/name, of a file system object that make makes or of nothing. */
static const char *in_dir(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", dir, name);
    return path;
}

static void test_no_regular_files(void **state)
{
    char fifo[128], loop[128], dangling[128];
    const struct {
        const char *path, *inspect, *verify;
    } cases[] = {
        { dir, "not-a-file", "not-a-file" },
        { in_dir(loop, "loop"), "bad-path", "bad-path" },
        { in_dir(dangling, "dangling"), "no-such-file", "no-such-file" },
        { "/dev/zero", "not-a-file", "too-long" },
        { "/dev/null", "not-a-file", "bad-json" },
    };

    (void)state;
    assert_int_equal(symlink("loop", loop), 0);
    assert_int_equal(symlink("/nonexistent/x", dangling), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect(run_program(CUZK_PROGRAM, "inspect", "--json", cases[i].path, NULL), 2,
               cases[i].inspect);
        expect(run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", cases[i].path,
                           "--inputs", cases[i].path, "--proof", PROOF, NULL),
               2, cases[i].verify);
    }
    assert_int_equal(mkfifo(in_dir(fifo, "fifo"), 0600), 0);
    expect(run_program(CUZK_PROGRAM, "inspect", "--json", fifo, NULL), 2, "not-a-file");
    unlink(fifo);
    unlink(loop);
    unlink(dangling);
}

static void copy_file(const char *to, const char *from)
{
    size_t len;
    unsigned char *data = run_read_file(from, &len);
    FILE *f = fopen(to, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
    free(data);
}

/* A pipe in the sidecar's place has no writer: waiting for one would be for ever. */
static void test_marks_that_are_a_pipe(void **state)
{
    char params[128], marks[128];

    (void)state;
    copy_file(in_dir(params, "x.params"), PARAMS);
    assert_int_equal(mkfifo(in_dir(marks, "x.dev.json"), 0600), 0);
    expect(run_and_signal(SIGKILL, 5000, CUZK_PROGRAM, "params", "check", "--json", dir, NULL), 1,
           "not-a-file");
    unlink(marks);
    unlink(params);
}

/* What is wrong with the .dev.json is said of it, not of the parameters. */
static void test_marks_that_are_bad(void **state)
{
    static const struct {
        const char *text, *code;
    } cases[] = {
        { "", "truncated" },
        { "[]", "json-type" },
        { "{\"schema\":\"cuzk.dev-params.v9\"}", "bad-schema" },
        { "{\"schema\":\"cuzk.dev-params.v1\"}", "missing-field" },
    };
    char params[128], marks[128];

    (void)state;
    copy_file(in_dir(params, "x.params"), PARAMS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run_make_file(marks, dir, "x.dev.json", cases[i].text, strlen(cases[i].text));
        run r = run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL);
        assert_int_equal(r.status, 1);
        assert_string_equal(run_error_text(&r, "code"), cases[i].code);
        assert_string_equal(run_error_text(&r, "file"), marks);
        run_free(&r);
    }
    unlink(marks);
    unlink(params);
}

/* Files of 384 GiB that take a few KiB of disk, with counts that agree with their lengths. */
static void test_files_of_holes(void **state)
{
    static const unsigned char all[4] = { 0xff, 0xff, 0xff, 0xff };
    const off_t huge = (off_t)96 * UINT32_MAX;
    char vk[128], params[128];
    int fd;

    (void)state;
    if (*TEST_EMULATOR)
        skip(); /* it has no address space for such files */
    copy_file(in_dir(vk, "x.vk"), VK);
    fd = open(vk, O_WRONLY);
    assert_int_equal(pwrite(fd, all, 4, 864), 4);
    if (ftruncate(fd, 868 + huge) != 0) {
        close(fd);
        unlink(vk);
        skip(); /* a file system without such files */
    }
    close(fd);
    expect(run_program(CUZK_PROGRAM, "inspect", "--json", vk, NULL), 2, "bad-count");
    expect(run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL), 1, "bad-count");
    unlink(vk);
    copy_file(in_dir(params, "x.params"), VK);
    fd = open(params, O_WRONLY);
    assert_int_equal(pwrite(fd, all, 4, 1156), 4);
    assert_int_equal(ftruncate(fd, 1156 + 4 + huge + 16), 0);
    close(fd);
    expect(run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL), 1, NULL);
    unlink(params);
}

/* Escape sequences, a line's end, bytes that are no UTF-8. */
static void test_names_that_steer(void **state)
{
    static const char name[] = "a\x1b[31m\x07\n\x7f\xff\xc3\xe2\x82z.params";
    char path[128];
    run r;

    (void)state;
    copy_file(in_dir(path, name), PARAMS);
    expect(run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL), 1, "unmarked");
    expect(run_program(CUZK_PROGRAM, "inspect", "--json", path, NULL), 0, NULL);
    expect(run_program(CUZK_PROGRAM, "inspect", "--json", name, NULL), 2, "no-such-file");
    const char *const words[][3] = { { "params", "check", dir },
                                     { "inspect", path, NULL },
                                     { name, NULL, NULL },
                                     { "inspect", "--\x1b\x07\x7f", NULL } };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        r = run_program(CUZK_PROGRAM, words[i][0], words[i][1], words[i][2], NULL);
        for (const char *out = r.out; *out; out++)
            assert_true((unsigned char)*out >= ' ' || *out == '\n');
        assert_null(strpbrk(r.out, "\x1b\x07\x7f"));
        assert_null(strpbrk(r.err, "\x1b\x07\x7f"));
        run_free(&r);
    }
    unlink(path);
}

/* The official names are 150 bytes long: their directories' paths may be long too. */
static void test_a_deep_directory(void **state)
{
    char path[1024] = "", file[1200];
    run r;

    (void)state;
    strcpy(path, dir);
    for (int i = 0; i < 6; i++) {
        strcat(path, "/dddddddddddddddddddddddddddddddddddddddddddddddddd");
        assert_int_equal(mkdir(path, 0700), 0);
    }
    snprintf(file, sizeof file, "%s/x.params", path);
    copy_file(file, PARAMS);
    snprintf(file, sizeof file, "%s/x.dev.json", path);
    copy_file(file, PROOF); /* found, though it is no sidecar */
    r = run_program(CUZK_PROGRAM, "params", "check", "--json", path, NULL);
    assert_int_equal(r.status, 1);
    assert_string_not_equal(run_error_text(&r, "code"), "unmarked");
    run_free(&r);
}

/* A disk that is full is found out before a proof is made for it. */
static void test_full_disk(void **state)
{
    char full[128], fill[128], out[160], page[4096] = { 0 };

    (void)state;
    assert_int_equal(mkdir(in_dir(full, "full"), 0700), 0);
    if (mount("tmpfs", full, "tmpfs", 0, "size=4k") != 0)
        skip(); /* only the superuser may */
    snprintf(out, sizeof out, "%s/proof", full);
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", GOLDEN "/seal-2k/c1.json",
                       "--params", "/nonexistent/x", "--out", out, NULL),
           2, "no-such-file");
    run_make_file(fill, full, "fill", page, sizeof page);
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", GOLDEN "/seal-2k/c1.json",
                       "--params", "/nonexistent/x", "--out", out, NULL),
           4, "no-space");
    assert_int_equal(run_count_entries(full), 1);
    assert_int_equal(umount(full), 0);
}

static run shell(const char *script)
{
    return run_program("/bin/sh", "-c", script, CUZK_PROGRAM, dir, NULL);
}

static void test_closed_streams(void **state)
{
    char path[128];
    run r = shell("\"$0\" inspect --json " PROOF " >&-");
    struct stat st;

    (void)state;
    assert_int_equal(r.status, 4);
    run_free(&r);
    r = shell("\"$0\" inspect --json " PROOF " >/dev/full");
    assert_int_equal(r.status, 4);
    run_free(&r);
    expect(shell("\"$0\" inspect --json " PROOF " <&- 2>&-"), 0, NULL);
    expect(shell("\"$0\" prove --json --c1 - --params x --out \"$1\"/p <&-"), 2, NULL);
    assert_int_not_equal(stat(in_dir(path, "p"), &st), 0);
}

static void test_limits(void **state)
{
    static const char *const bad[][2] = { { "--threads", "0" },     { "--threads", "1025" },
                                          { "--threads", "99999" }, { "--threads", "-1" },
                                          { "--memory", "0" },      { "--memory", "0GiB" },
                                          { "--memory", "1e9999" } };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect(run_program(CUZK_PROGRAM, "inspect", "--json", PROOF, bad[i][0], bad[i][1], NULL), 2,
               "usage");
    expect(run_program(CUZK_PROGRAM, "inspect", "--json", PROOF, "--threads", "3", "--memory", "1",
                       NULL),
           0, NULL);
    expect(run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", VK, "--inputs", PROOF,
                       "--proof", PROOF, "--memory", "1", NULL),
           2, NULL);
}

static long children_kib(void)
{
    struct rusage u;

    assert_int_equal(getrusage(RUSAGE_CHILDREN, &u), 0);
    return u.ru_maxrss;
}

/* Eight MiB of the smallest items there are: their reader holds the text and no more. */
static void test_memory_of_inputs(void **state)
{
    enum { ITEMS = 1 << 21 };
    char *text = malloc(4 * ITEMS + 2), path[128];
    long before;

    (void)state;
    assert_non_null(text);
    expect(run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", VK, "--inputs", PROOF,
                       "--proof", PROOF, NULL),
           2, "bad-json");
    before = children_kib();
    for (size_t i = 0; i < ITEMS; i++)
        memcpy(text + 4 * i, i ? ",[] " : "[[] ", 4);
    text[4 * ITEMS] = ']';
    run_make_file(path, dir, "inputs.json", text, 4 * ITEMS + 1);
    free(text);
    expect(run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", VK, "--inputs", path,
                       "--proof", PROOF, NULL),
           2, "bad-length");
    assert_in_range(children_kib() - before, 0, 4 * ITEMS / 1024 * 2);
    unlink(path);
}

/* What never ends is given up at a size no input has, and said to be too long. */
static void test_endless_inputs(void **state)
{
    static const char *const commands[] = {
        "\"$0\" prove --json --c1 /dev/zero --params x --out \"$1\"/p",
        "yes | \"$0\" prove --json --kind window --vanilla - --params x --out \"$1\"/p",
    };

    (void)state;
    if (TEST_SANITIZED)
        skip(); /* half a GiB each takes it long */
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        run r = shell(commands[i]);
        run_expect(&r, 2);
        assert_string_equal(run_error_text(&r, "code"), "too-long");
        assert_string_equal(run_error_text(&r, "expected"), "at most 536870912 bytes");
        run_free(&r);
    }
    assert_in_range(children_kib(), 1, 3 << 19); /* the buffer once and a half */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_of_inputs),
        cmocka_unit_test(test_no_regular_files),
        cmocka_unit_test(test_marks_that_are_a_pipe),
        cmocka_unit_test(test_marks_that_are_bad),
        cmocka_unit_test(test_files_of_holes),
        cmocka_unit_test(test_names_that_steer),
        cmocka_unit_test(test_a_deep_directory),
        cmocka_unit_test(test_closed_streams),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_endless_inputs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
