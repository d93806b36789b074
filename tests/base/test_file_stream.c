/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Advice changes no byte and goes to no place outside the file; what is asked for comes, and what
 * is let go of goes. */
#include "base/file_stream.h"
#include "test.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define LEN (((size_t)80 << 20) + 12345)

static char path[] = "/tmp/cuzk-test-XXXXXX";
static file_map map;

static uint8_t byte_at(size_t i)
{
    return (uint8_t)(i * 2654435761u >> 13);
}

static int set_up(void **state)
{
    uint8_t *data = malloc(LEN);
    int fd = mkstemp(path);

    (void)state;
    for (size_t i = 0; i < LEN; i++)
        data[i] = byte_at(i);
    if (fd < 0 || write(fd, data, LEN) != (ssize_t)LEN || fsync(fd) != 0)
        return 1;
    close(fd);
    free(data);
    return file_map_open(&map, path, NULL) == CUZK_OK ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    file_map_close(&map);
    return unlink(path);
}

static void forget(void)
{
    madvise((void *)(uintptr_t)map.data, LEN, MADV_DONTNEED);
    posix_fadvise(map.fd, 0, 0, POSIX_FADV_DONTNEED);
}

/* Of the pages of a range: how many of a thousand are in memory. */
static size_t there(size_t begin, size_t end)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), first = begin / page * page;
    size_t n = (end - first + page - 1) / page, sum = 0;
    unsigned char *v = malloc(n);

    assert_int_equal(mincore((void *)(uintptr_t)(map.data + first), end - first, v), 0);
    for (size_t i = 0; i < n; i++)
        sum += v[i] & 1;
    free(v);
    return 1000 * sum / n;
}

static void same_bytes(size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i += 997)
        if (map.data[i] != byte_at(i))
            fail();
}

static void a_whole_pass(void **state)
{
    static const size_t ranges[][2] = {
        { 0, LEN }, { 4096, LEN - 4096 }, { 1, 5000 }, { 12345, (size_t)40 << 20 }, { LEN - 1, 1 },
    };

    (void)state;
    for (int let_go = 0; let_go < 2; let_go++)
        for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
            const size_t first = ranges[i][0], len = ranges[i][1];
            file_stream s;
            forget();
            file_stream_begin(&s, &map, map.data + first, len);
            s.let_go = let_go;
            for (size_t at = 0; at < len; at += 1000003) {
                file_stream_reached(&s, at);
                same_bytes(first + at, first + (at + 1000003 < len ? at + 1000003 : len));
            }
            file_stream_reached(&s, len);
            same_bytes(0, LEN);
        }
}

static void asked_for_ahead(void **state)
{
    file_stream s;

    (void)state;
    forget();
    if (there(0, LEN) > 100)
        skip(); /* a file system that keeps its pages */
    file_stream_begin(&s, &map, map.data, LEN);
    file_stream_reached(&s, 0);
    for (int i = 0; i < 500 && there(0, (size_t)60 << 20) < 990; i++)
        usleep(10000); /* it is read meanwhile */
    assert_true(there(0, (size_t)60 << 20) >= 990);
    assert_true(there(LEN - ((size_t)8 << 20), LEN) < 900);
}

static void let_go_behind(void **state)
{
    const size_t half = (size_t)48 << 20;
    file_stream s;

    (void)state;
    forget();
    if (there(0, LEN) > 100)
        skip();
    /* The first half is there before: it stays. */
    same_bytes(0, half);
    for (size_t i = 0; i < half; i += 4096)
        assert_int_equal(map.data[i], byte_at(i));
    file_stream_begin(&s, &map, map.data, LEN);
    s.let_go = true;
    for (size_t at = 0; at < LEN; at += 1 << 20) {
        file_stream_reached(&s, at);
        for (size_t i = at; i < LEN && i < at + (1 << 20); i += 4096)
            assert_int_equal(map.data[i], byte_at(i));
    }
    file_stream_reached(&s, LEN);
    assert_true(there(0, half) >= 990);
    assert_true(there(half + ((size_t)1 << 20), LEN) < 200);
}

/* Bytes that are not a file's are never let go of: they would be lost. */
static void no_file_no_advice(void **state)
{
    const size_t len = (size_t)32 << 20;
    uint8_t *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const file_map none = { .data = p, .len = len, .fd = -1 };
    file_stream s;

    (void)state;
    assert_ptr_not_equal(p, MAP_FAILED);
    memset(p, 7, len);
    file_stream_begin(&s, &none, p, len);
    assert_null(s.map);
    file_stream_reached(&s, len);
    for (size_t i = 0; i < len; i += 1000)
        assert_int_equal(p[i], 7);
    munmap(p, len);
    file_stream_begin(&s, &map, map.data, 0);
    file_stream_reached(&s, 0);
    assert_null(s.map);
}

static void longer_than_memory(void **state)
{
    file_map huge = { .len = (size_t)1 << 50 };

    (void)state;
    assert_true(file_stream_exceeds_memory(&huge));
    assert_false(file_stream_exceeds_memory(&map));
    /* Units grow so that their number is bounded. */
    file_stream s;
    huge.data = map.data;
    file_stream_begin(&s, &huge, huge.data, huge.len);
    assert_true(s.let_go);
    assert_true(huge.len / s.unit <= STREAM_MAX_UNITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_pass),       cmocka_unit_test(asked_for_ahead),
        cmocka_unit_test(let_go_behind),      cmocka_unit_test(no_file_no_advice),
        cmocka_unit_test(longer_than_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
