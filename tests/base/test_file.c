/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files that are read: mapped, whole, from pipes; and what is no file. */
#include "base/file_dir.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static void mapping(void **state)
{
    (void)state;
    file_map m, again;
    put("a", "hello", 5);
    assert_int_equal(file_map_open(&m, in_dir("a"), NULL), CUZK_OK);
    assert_int_equal(m.len, 5);
    assert_memory_equal(m.data, "hello", 5);
    assert_string_equal(m.path, in_dir("a"));
    assert_int_equal(file_map_open(&again, in_dir("a"), NULL), CUZK_OK);
    assert_memory_equal(&m.id, &again.id, sizeof m.id);
    file_map_close(&again);
    /* A replaced file is another file; the map still shows the old one. */
    put("a", "HELLO", 5);
    assert_memory_equal(m.data, "hello", 5);
    assert_int_equal(file_map_open(&again, in_dir("a"), NULL), CUZK_OK);
    assert_memory_not_equal(&m.id, &again.id, sizeof m.id);
    file_map_close(&again);
    file_map_close(&m);
    file_map_close(&m);

    put("empty", "", 0);
    assert_int_equal(file_map_open(&m, in_dir("empty"), NULL), CUZK_OK);
    assert_int_equal(m.len, 0);
    assert_non_null(m.data);
    file_map_close(&m);
}

static void refused(const char *path, cuzk_status status, const char *code)
{
    file_map m;
    cuzk_error err;
    uint8_t *data;
    size_t len;
    assert_int_equal(file_map_open(&m, path, &err), status);
    assert_string_equal(err.code, code);
    assert_string_equal(err.file, path);
    file_map_close(&m); /* harmless after a failure */
    if (strcmp(code, "not-a-file") == 0)
        return;
    assert_int_equal(file_read(&data, &len, path, 10, &err), status);
    assert_string_equal(err.code, code);
    assert_null(data);
}

static void what_is_no_file(void **state)
{
    (void)state;
    refused(in_dir("missing"), CUZK_BAD_INPUT, "no-such-file");
    refused("", CUZK_BAD_INPUT, "no-such-file");
    refused(dir, CUZK_BAD_INPUT, "not-a-file");
    refused("/dev/null", CUZK_BAD_INPUT, "not-a-file");
    assert_int_equal(mkfifo(in_dir("fifo"), 0600), 0);
    refused(in_dir("fifo"), CUZK_BAD_INPUT, "not-a-file"); /* and does not wait for a writer */
    put("plain", "x", 1);
    refused(in_dir("plain/below"), CUZK_BAD_INPUT, "no-such-file");
    assert_int_equal(symlink("loop", in_dir("loop")), 0);
    refused(in_dir("loop"), CUZK_BAD_INPUT, "bad-path");

    uint8_t *data;
    size_t len;
    cuzk_error err;
    assert_int_equal(file_read(&data, &len, dir, 10, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "not-a-file");
    char *name = malloc(5001);
    memset(name, 'n', 5000);
    name[5000] = '\0';
    file_map m;
    assert_int_equal(file_map_open(&m, name, &err), CUZK_BAD_INPUT);
    assert_int_equal(file_write(name, "x", 1, &err), CUZK_BAD_INPUT);
    assert_int_equal(file_make_dirs(name, &err), CUZK_BAD_INPUT);
    free(name);
}

static void reading_whole_files(void **state)
{
    (void)state;
    static uint8_t big[100000];
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = (uint8_t)(i * 7);
    static const size_t sizes[] = { 0, 1, 4095, 4096, 4097, 8191, 8192, 8193, sizeof big };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *data;
        size_t len, n = sizes[i];
        put("r", big, n);
        assert_int_equal(file_read(&data, &len, in_dir("r"), n, NULL), CUZK_OK);
        assert_int_equal(len, n);
        assert_memory_equal(data, big, n);
        free(data);
        assert_int_equal(file_read(&data, &len, in_dir("r"), SIZE_MAX, NULL), CUZK_OK);
        assert_int_equal(len, n);
        free(data);
        cuzk_error err;
        if (n == 0)
            continue;
        assert_int_equal(file_read(&data, &len, in_dir("r"), n - 1, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, "too-long");
        assert_null(data);
    }
}

typedef struct feed {
    const char *path;
    size_t len;
} feed;

static void *feed_pipe(void *arg)
{
    feed *f = arg;
    int fd = open(f->path, O_WRONLY);
    uint8_t *bytes = malloc(f->len + 1);
    for (size_t i = 0; i < f->len; i++)
        bytes[i] = (uint8_t)i;
    for (size_t n = 0; n < f->len;) {
        size_t some = f->len - n < 1000 ? f->len - n : 1000;
        ssize_t got = write(fd, bytes + n, some);
        if (got <= 0)
            break;
        n += (size_t)got;
    }
    free(bytes);
    close(fd);
    return NULL;
}

static void reading_pipes(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(mkfifo(in_dir("p"), 0600), 0);
    static const size_t sizes[] = { 0, 1, 4096, 4097, 4098, 50000, 200000 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (size_t short_by = 0; short_by < 2; short_by++) {
            size_t n = sizes[i], len;
            if (n < short_by)
                continue;
            feed f = { in_dir("p"), n };
            pthread_t thread;
            pthread_create(&thread, NULL, feed_pipe, &f);
            uint8_t *data;
            cuzk_error err;
            cuzk_status status = file_read(&data, &len, in_dir("p"), n - short_by, &err);
            pthread_join(thread, NULL);
            assert_int_equal(status, short_by ? CUZK_BAD_INPUT : CUZK_OK);
            if (short_by)
                continue;
            assert_int_equal(len, n);
            for (size_t k = 0; k < n; k++)
                if (data[k] != (uint8_t)k)
                    fail();
            free(data);
        }
    /* A file of /proc says it is empty and is not. */
    uint8_t *data;
    size_t len;
    assert_int_equal(file_read(&data, &len, "/proc/self/status", 1 << 20, NULL), CUZK_OK);
    assert_true(len > 100);
    free(data);
}

static void joined_paths(void **state)
{
    static const char *const cases[][3] = {
        { "a", "b", "a/b" }, { "a/", "b", "a/b" }, { "/", "b", "/b" }, { "a//", "b", "a//b" }
    };
    char path[8];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(file_path_join(path, sizeof path, cases[i][0], cases[i][1]));
        assert_string_equal(path, cases[i][2]);
    }
    assert_true(file_path_join(path, sizeof path, "abc", "def"));
    assert_false(file_path_join(path, sizeof path, "abc", "defg"));
    assert_true(file_path_join(path, sizeof path, "abc/", "def"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mapping),
        cmocka_unit_test(what_is_no_file),
        cmocka_unit_test(reading_whole_files),
        cmocka_unit_test(reading_pipes),
        cmocka_unit_test(joined_paths),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
