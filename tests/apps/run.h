/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Running a built program and looking at what it said. */
#ifndef CUZK_TESTS_APPS_RUN_H
#define CUZK_TESTS_APPS_RUN_H

#include <jansson.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct run {
    int status; /* the exit status; 128 + n when signal n ended it */
    char *out, *err;
    size_t out_len;
    json_t *json; /* of out, when it is one JSON object; NULL otherwise */
    double seconds;
} run;

/* Seconds that are enough, on a busy machine too, for what must not take long. */
#define RUN_SOON (*TEST_EMULATOR ? 60 : 5)

/* The words after the program's own name, up to a NULL. Fails the test if it cannot start. */
run run_program(const char *program, ...) __attribute__((sentinel));
/* As run_program, with a signal sent after that many milliseconds. */
run run_and_signal(int sig, unsigned after_ms, const char *program, ...) __attribute__((sentinel));
/* Waits for a process: its exit status; 128 + n when signal n ended it. */
int run_wait(pid_t pid);
void run_free(run *r);

/* A member of the object, or of its "error" member; fails the test if there is none. */
const char *run_text(const run *r, const char *key);
long long run_integer(const run *r, const char *key);
const char *run_error_text(const run *r, const char *key);

/* Fails the test, and shows what was said, when the status, or the error's code, is another. The
 * second also when it took long; it frees the run. */
void run_expect(const run *r, int status);
void run_refused(run *r, int status, const char *code);

/* A fresh directory, removed with all in it by run_remove_dir; path holds 64 chars. */
void run_make_dir(char path[64]);
void run_remove_dir(const char *path);
/* dir/name holding these bytes; out holds 128 chars. */
const char *run_make_file(char out[128], const char *dir, const char *name, const void *data,
                          size_t len);
/* How many entries a directory has. */
size_t run_count_entries(const char *dir);
/* A whole file; fails the test if it cannot be read. */
unsigned char *run_read_file(const char *path, size_t *len);
/* Fails the test unless both hold the same bytes. */
void run_same_file(const char *path, const char *want);
/* tests/data/golden/NAME; json_decref. */
json_t *run_golden(const char *name);

#endif
