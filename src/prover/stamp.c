/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/stamp.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The version changes when a check comes to mean more. */
#define MAGIC    "cuzk check 1"
#define MAX_LEN  512
#define MAX_PATH 4096

static bool stamp_path(char out[MAX_PATH], const char *dir, const file_id *id)
{
    int n = snprintf(out, MAX_PATH, "%s/checked/%" PRIx64 "-%" PRIx64 ".stamp", dir, id->device,
                     id->inode);
    return n > 0 && n < MAX_PATH;
}

/* The whole stamp is this text: it is valid when it is equal, byte for byte. */
static size_t stamp_text(char out[MAX_LEN], const file_id *id, const char *name,
                         cuzk_verdict verdict)
{
    int n =
        snprintf(out, MAX_LEN,
                 MAGIC "\n%s\nsize %" PRIu64 "\nmtime_ns %" PRId64 "\nctime_ns %" PRId64 "\n%s\n",
                 name, id->size, id->mtime_ns, id->ctime_ns, cuzk_verdict_name(verdict));
    return n > 0 && n < MAX_LEN ? (size_t)n : 0;
}

/* Length of the stamp's text; 0 when there is none to be believed. */
static size_t read_stamp(char out[MAX_LEN], const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat st;
    ssize_t n = 0;

    if (fd < 0)
        return 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
        !(st.st_mode & (S_IWGRP | S_IWOTH)))
        n = read(fd, out, MAX_LEN);
    close(fd);
    return n > 0 ? (size_t)n : 0;
}

cuzk_verdict stamp_find(const char *dir, const file_id *id, const char *name)
{
    static const cuzk_verdict verdicts[] = { CUZK_VERDICT_OFFICIAL, CUZK_VERDICT_DEVELOPMENT };
    char path[MAX_PATH], found[MAX_LEN], want[MAX_LEN];
    size_t len;

    if (!dir || !stamp_path(path, dir, id) || !(len = read_stamp(found, path)))
        return CUZK_VERDICT_UNKNOWN;
    for (size_t i = 0; i < 2; i++) {
        if (stamp_text(want, id, name, verdicts[i]) == len && memcmp(want, found, len) == 0)
            return verdicts[i];
    }
    return CUZK_VERDICT_UNKNOWN;
}

cuzk_status stamp_write(const char *dir, const file_id *id, const char *name, cuzk_verdict verdict,
                        cuzk_error *err)
{
    char path[MAX_PATH], text[MAX_LEN];
    size_t len = stamp_text(text, id, name, verdict);
    file_out out;
    cuzk_status s;

    if (!dir)
        return CUZK_OK;
    if (!len || !stamp_path(path, dir, id))
        return err_set(err, CUZK_BAD_INPUT, "bad-path", "the cache directory's path is too long");
    *strrchr(path, '/') = '\0';
    TRY(file_make_dirs(path, err));
    stamp_path(path, dir, id);
    TRY(file_out_open(&out, path, len, 0600, err));
    s = file_out_write(&out, text, len, err);
    if (s == CUZK_OK)
        s = file_out_commit(&out, err);
    file_out_abort(&out);
    return s;
}
