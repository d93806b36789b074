/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files and folders that are written: all or nothing, also where there is no room or no permission.
 */
#include "base/file_dir.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned n_entries(void)
{
    DIR *d = opendir(dir);
    unsigned n = 0;
    for (struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

static void writing_is_all_or_nothing(void **state)
{
    (void)state;
    unsigned before = n_entries();
    file_out o;
    file_map m;
    put("w", "old", 3);
    assert_int_equal(file_out_open(&o, in_dir("w"), 10, 0666, NULL), CUZK_OK);
    assert_int_equal(file_out_write(&o, "new and ", 8, NULL), CUZK_OK);
    assert_int_equal(file_out_write_at(&o, 12, "er", 2, NULL), CUZK_OK);
    assert_int_equal(file_out_write(&o, "long", 4, NULL), CUZK_OK);
    assert_int_equal(file_map_open(&m, in_dir("w"), NULL), CUZK_OK);
    assert_int_equal(m.len, 3); /* not yet */
    file_map_close(&m);
    assert_int_equal(file_out_commit(&o, NULL), CUZK_OK);
    file_out_abort(&o);
    assert_int_equal(file_map_open(&m, in_dir("w"), NULL), CUZK_OK);
    assert_int_equal(m.len, 14);
    assert_memory_equal(m.data, "new and longer", 14);
    file_map_close(&m);
    assert_int_equal(n_entries(), before + 1);

    assert_int_equal(file_out_open(&o, in_dir("w"), 0, 0666, NULL), CUZK_OK);
    assert_int_equal(file_out_write(&o, "x", 1, NULL), CUZK_OK);
    assert_int_equal(n_entries(), before + 1 + (o.tmp[0] != '\0'));
    file_out_abort(&o);
    file_out_abort(&o);
    assert_int_equal(n_entries(), before + 1);
    assert_int_equal(file_map_open(&m, in_dir("w"), NULL), CUZK_OK);
    assert_int_equal(m.len, 14);
    file_map_close(&m);
}

static void modes_and_links(void **state)
{
    (void)state;
    struct stat st;
    file_out o;
    mode_t mask = umask(022);
    assert_int_equal(file_out_open(&o, in_dir("m"), 0, 0600, NULL), CUZK_OK);
    assert_int_equal(file_out_commit(&o, NULL), CUZK_OK);
    assert_int_equal(stat(in_dir("m"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    put("m2", "x", 1);
    assert_int_equal(stat(in_dir("m2"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0644);
    umask(mask);

    /* Through a link: the link stays, its target changes. */
    put("real", "old", 3);
    assert_int_equal(symlink("real", in_dir("link")), 0);
    put("link", "newer", 5);
    assert_int_equal(lstat(in_dir("link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(in_dir("real"), &st), 0);
    assert_int_equal(st.st_size, 5);
}

static void targets_that_cannot_be(void **state)
{
    (void)state;
    unsigned before = n_entries();
    cuzk_error err;
    file_out o;
    static const char *const bad[] = { "/dev/null", "/nowhere/at/all", "", "/tmp/",
                                       "/proc/cuzk-test" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(file_out_open(&o, bad[i], 0, 0666, &err), CUZK_BAD_INPUT);
        file_out_abort(&o);
    }
    assert_int_equal(file_write(dir, "x", 1, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "not-a-file");
    assert_int_equal(file_out_open(&o, in_dir("huge"), UINT64_C(1) << 60, 0666, &err),
                     CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "no-space");
    assert_int_equal(n_entries(), before);
    /* A device is written to and stays one. */
    struct stat st;
    assert_int_equal(file_write("/dev/null", "x", 1, NULL), CUZK_OK);
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
    assert_int_equal(file_write("/dev/full", "x", 1, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "no-space");
}

/* A file-size limit stands in for the disk that fills up while writing. */
static void a_full_disk(void **state)
{
    (void)state;
    unsigned before = n_entries();
    pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        struct rlimit r = { 100000, 100000 };
        setrlimit(RLIMIT_FSIZE, &r);
        static uint8_t big[300000];
        cuzk_error err;
        bool good = file_write(in_dir("full"), big, sizeof big, &err) == CUZK_NO_RESOURCES &&
                    strcmp(err.code, "no-space") == 0;
        _exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(n_entries(), before);
}

/* As somebody who may not write: nothing is left behind and the error says so. */
static void a_read_only_directory(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in_dir("ro"), 0555), 0);
    assert_int_equal(chmod(dir, 0755), 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        cuzk_error err;
        bool good = file_write(in_dir("ro/x"), "x", 1, &err) == CUZK_BAD_INPUT &&
                    strcmp(err.code, "no-permission") == 0 &&
                    file_make_dirs(in_dir("ro/a/b"), &err) == CUZK_BAD_INPUT &&
                    strcmp(err.code, "no-permission") == 0;
        _exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void directories(void **state)
{
    (void)state;
    struct stat st;
    cuzk_error err;
    assert_int_equal(file_make_dirs(in_dir("d/e//f/"), NULL), CUZK_OK);
    assert_int_equal(stat(in_dir("d/e/f"), &st), 0);
    assert_int_equal(file_make_dirs(in_dir("d/e/f"), NULL), CUZK_OK);
    assert_int_equal(file_make_dirs("/", NULL), CUZK_OK);
    put("file", "x", 1);
    assert_int_equal(file_make_dirs(in_dir("file/below"), &err), CUZK_BAD_INPUT);
    assert_int_equal(file_make_dirs(in_dir("file"), &err), CUZK_BAD_INPUT);
    assert_int_equal(file_make_dirs("", &err), CUZK_BAD_INPUT);
}

static void relative_paths(void **state)
{
    (void)state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(dir), 0);
    struct stat st;
    assert_int_equal(file_write("here", "x", 1, NULL), CUZK_OK);
    assert_int_equal(stat(in_dir("here"), &st), 0);
    assert_int_equal(file_make_dirs("r1/r2", NULL), CUZK_OK);
    assert_int_equal(file_write("r1/r2/x", "x", 1, NULL), CUZK_OK);
    assert_int_equal(stat(in_dir("r1/r2/x"), &st), 0);
    assert_int_equal(chdir(before), 0);
}

/* Killed while it writes, a process leaves no file where temporaries can do without a name. */
static void killed_while_writing(void **state)
{
    (void)state;
    const unsigned before = n_entries();
    int pipes[2];
    uint8_t nameless;
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        file_out o;
        if (file_out_open(&o, in_dir("killed"), 0, 0600, NULL) != CUZK_OK ||
            file_out_write(&o, "half", 4, NULL) != CUZK_OK)
            _exit(1);
        nameless = o.tmp[0] == '\0';
        if (write(pipes[1], &nameless, 1) != 1)
            _exit(1);
        pause();
    }
    assert_int_equal(read(pipes[0], &nameless, 1), 1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(pipes[0]);
    close(pipes[1]);
    if (!nameless)
        skip();
    assert_int_equal(n_entries(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_is_all_or_nothing),
        cmocka_unit_test(modes_and_links),
        cmocka_unit_test(targets_that_cannot_be),
        cmocka_unit_test(a_full_disk),
        cmocka_unit_test(a_read_only_directory),
        cmocka_unit_test(directories),
        cmocka_unit_test(relative_paths),
        cmocka_unit_test(killed_while_writing),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
