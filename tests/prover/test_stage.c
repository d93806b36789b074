/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* New keys come into place together, and what a killed maker left goes. */
#include "base/file.h"
#include "prover/stage.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[64], params[128], path[NEW_FILES][128];
static const char *to[NEW_FILES] = { path[0], path[1], path[2], path[3] };

static int make_dir(void **state)
{
    static const char *const name[NEW_FILES] = { "a.dev.json", "a.params", "a.vk", "a.meta" };
    (void)state;
    strcpy(dir, "/tmp/cuzk-stage-XXXXXX");
    if (!mkdtemp(dir))
        return -1;
    for (int i = 0; i < NEW_FILES; i++)
        snprintf(path[i], sizeof path[i], "%s/%s", dir, name[i]);
    snprintf(params, sizeof params, "%s/a.params", dir);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    for (int i = 0; i < NEW_FILES; i++)
        unlink(path[i]);
    return rmdir(dir); /* which has to be empty */
}

static void fill(const stage *s, char mark)
{
    for (int i = 0; i < NEW_FILES; i++)
        assert_int_equal(file_write(s->path[i], &mark, 1, NULL), CUZK_OK);
}

/* The one mark that all files have. */
static char mark_of_all(void)
{
    char first = 0;
    for (int i = 0; i < NEW_FILES; i++) {
        uint8_t *data;
        size_t len;
        assert_int_equal(file_read(&data, &len, path[i], 10, NULL), CUZK_OK);
        assert_int_equal(len, 1);
        assert_true(i == 0 || first == (char)data[0]);
        first = (char)data[0];
        free(data);
    }
    return first;
}

static cuzk_status yes(const void *ctx, cuzk_error *err)
{
    (void)ctx;
    (void)err;
    return CUZK_OK;
}

static cuzk_status no(const void *ctx, cuzk_error *err)
{
    (void)ctx;
    return err_set(err, CUZK_BAD_INPUT, "exists", "not this one");
}

/* The parent is locked while this is asked. */
static cuzk_status locked(const void *ctx, cuzk_error *err)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY);
    (void)err;
    assert_true(fd >= 0);
    assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), -1);
    assert_int_equal(errno, EWOULDBLOCK);
    close(fd);
    *(int *)(uintptr_t)ctx += 1;
    return CUZK_OK;
}

static void files_come_together(void **state)
{
    (void)state;
    stage s;
    cuzk_error err;
    int asked = 0;
    assert_int_equal(stage_open(&s, params, NULL), CUZK_OK);
    fill(&s, '1');
    assert_int_equal(stage_commit(&s, to, no, NULL, &err), CUZK_BAD_INPUT);
    for (int i = 0; i < NEW_FILES; i++)
        assert_int_not_equal(access(path[i], F_OK), 0);
    assert_int_equal(stage_commit(&s, to, locked, &asked, NULL), CUZK_OK);
    assert_int_equal(asked, 1);
    assert_int_equal(mark_of_all(), '1');
    stage_close(&s);
    /* one without its meta file */
    const char *const some[NEW_FILES] = { path[0], path[1], path[2], NULL };
    assert_int_equal(stage_open(&s, params, NULL), CUZK_OK);
    fill(&s, '2');
    assert_int_equal(stage_commit(&s, some, yes, NULL, NULL), CUZK_OK);
    stage_close(&s);
    stage_close(&s);
}

static void a_place_that_is_not_there(void **state)
{
    (void)state;
    stage s;
    cuzk_error err;
    assert_int_equal(stage_open(&s, "/nonexistent/a.params", &err), CUZK_BAD_INPUT);
    stage_close(&s);
}

/* What a killed maker leaves is removed by the next; what a living one has is not, nor what is not
 * a maker's. */
static void leftovers(void **state)
{
    (void)state;
    stage living, next;
    char other[160], dead_dir[sizeof living.dir];
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        stage dead;
        if (stage_open(&dead, params, NULL) != CUZK_OK)
            _exit(1);
        for (int i = 0; i < NEW_FILES; i++)
            if (file_write(dead.path[i], "x", 1, NULL) != CUZK_OK)
                _exit(1);
        _exit(write(pipes[1], dead.dir, sizeof dead.dir) == sizeof dead.dir ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(pipes[0], dead_dir, sizeof dead_dir), sizeof dead_dir);
    close(pipes[0]);
    close(pipes[1]);
    assert_int_equal(access(dead_dir, F_OK), 0);

    snprintf(other, sizeof other, "%s/.cuzk-setup-file", dir);
    assert_int_equal(file_write(other, "y", 1, NULL), CUZK_OK);
    assert_int_equal(stage_open(&living, params, NULL), CUZK_OK);
    assert_int_not_equal(access(dead_dir, F_OK), 0);
    fill(&living, '3');
    assert_int_equal(stage_open(&next, params, NULL), CUZK_OK);
    for (int i = 0; i < NEW_FILES; i++)
        assert_int_equal(access(living.path[i], F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    assert_int_equal(stage_commit(&living, to, yes, NULL, NULL), CUZK_OK);
    stage_close(&living);
    stage_close(&next);
    unlink(other);
}

static void child_commits(char mark, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        stage s;
        if (stage_open(&s, params, NULL) != CUZK_OK)
            _exit(1);
        for (int f = 0; f < NEW_FILES; f++)
            if (file_write(s.path[f], &mark, 1, NULL) != CUZK_OK)
                _exit(1);
        if (stage_commit(&s, to, yes, NULL, NULL) != CUZK_OK)
            _exit(1);
        stage_close(&s);
    }
    _exit(0);
}

static void two_makers(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        pid_t child[2];
        for (int i = 0; i < 2; i++) {
            child[i] = fork();
            if (child[i] == 0)
                child_commits((char)('A' + i), 3);
        }
        for (int i = 0; i < 2; i++) {
            int status;
            assert_int_equal(waitpid(child[i], &status, 0), child[i]);
            assert_int_equal(status, 0);
        }
        assert_in_range(mark_of_all(), 'A', 'B');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_together),
        cmocka_unit_test(a_place_that_is_not_there),
        cmocka_unit_test(leftovers),
        cmocka_unit_test(two_makers),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
