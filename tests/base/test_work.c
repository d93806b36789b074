/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/work.h"
#include "test.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct seen {
    unsigned char *count; /* how often each element came */
    size_t grain, n;
    unsigned threads;
    atomic_size_t bad, ranges;
} seen;

static void see(void *ctx, size_t begin, size_t end, unsigned thread)
{
    seen *s = ctx;
    atomic_fetch_add(&s->ranges, 1);
    bool whole = end - begin == s->grain || (end == s->n && end - begin < s->grain);
    if (!whole || begin >= end || end > s->n || begin % s->grain || thread >= s->threads) {
        atomic_fetch_add(&s->bad, 1);
        return;
    }
    for (size_t i = begin; i < end; i++)
        s->count[i]++; /* TSan sees it if two threads get the same element */
}

static void every_element_once(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 2, 3, 7, 63, 64, 65, 1000, 4096, 4097 };
    static const size_t grains[] = { 1, 2, 3, 64, 1000, 5000 };
    for (unsigned threads = 1; threads <= 5; threads++) {
        work w;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        assert_int_equal(w.threads, threads);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            for (size_t k = 0; k < sizeof grains / sizeof grains[0]; k++) {
                seen s = { .grain = grains[k], .n = sizes[i], .threads = threads };
                s.count = calloc(s.n + 1, 1);
                work_for(&w, s.n, s.grain, see, &s);
                assert_int_equal(s.bad, 0);
                assert_int_equal(s.ranges, (s.n + s.grain - 1) / s.grain);
                for (size_t j = 0; j < s.n; j++)
                    assert_int_equal(s.count[j], 1);
                free(s.count);
            }
        work_free(&w);
    }
}

static void many_short_loops(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 4, 0, NULL), CUZK_OK);
    unsigned char count[8] = { 0 };
    for (int i = 0; i < 20000; i++) {
        seen s = { .count = count, .grain = 1, .n = 8, .threads = 4 };
        work_for(&w, s.n, s.grain, see, &s);
        assert_int_equal(s.bad, 0);
        assert_int_equal(s.ranges, 8);
    }
    for (int i = 0; i < 8; i++)
        assert_int_equal(count[i], 20000 % 256);
    work_free(&w);
}

typedef struct who {
    atomic_uint mask;
    unsigned threads;
    pthread_barrier_t together;
} who;

static void note_thread(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)begin, (void)end;
    who *t = ctx;
    /* Nobody passes until as many ranges run at once as there are threads. */
    pthread_barrier_wait(&t->together);
    atomic_fetch_or(&t->mask, 1u << thread);
}

static void threads_run_at_once(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 3, 0, NULL), CUZK_OK);
    who t = { .threads = 3 };
    pthread_barrier_init(&t.together, NULL, 3);
    work_for(&w, 3, 1, note_thread, &t);
    assert_int_equal(t.mask, 7);
    pthread_barrier_destroy(&t.together);
    work_free(&w);
}

typedef struct stopper {
    work *w;
    size_t at;
    atomic_size_t ran;
} stopper;

static void stop_at(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)end, (void)thread;
    stopper *s = ctx;
    atomic_fetch_add(&s->ran, 1);
    if (begin == s->at)
        atomic_store(&s->w->cancelled, true);
}

static void cancelling_skips_the_rest(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        cuzk_error err;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        assert_int_equal(work_status(&w, &err), CUZK_OK);
        stopper s = { .w = &w, .at = 10 };
        work_phase_begin(&w, "synthesis", 0);
        work_for(&w, 1000000, 1, stop_at, &s);
        assert_true(s.ran < 1000000);
        assert_true(s.ran >= 11);
        assert_int_equal(work_status(&w, &err), CUZK_INTERRUPTED);
        assert_string_equal(err.code, "interrupted");
        assert_string_equal(err.message, "cancelled during synthesis");
        work_phase_end(&w);
        size_t before = s.ran;
        work_for(&w, 10, 1, stop_at, &s);
        assert_int_equal(s.ran, before);
        work_free(&w);
    }
}

typedef struct nest {
    work *w;
    atomic_size_t inner, not_zero;
} nest;

static void inner_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    nest *n = ctx;
    atomic_fetch_add(&n->inner, end - begin);
    atomic_fetch_add(&n->not_zero, thread != 0);
}

static void outer_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)begin, (void)end, (void)thread;
    work_for(((nest *)ctx)->w, 100, 3, inner_range, ctx);
}

static void nested_loops_run_where_they_are(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 4, 0, NULL), CUZK_OK);
    nest n = { .w = &w };
    work_for(&w, 200, 1, outer_range, &n);
    assert_int_equal(n.inner, 200 * 100);
    assert_int_equal(n.not_zero, 0);
    /* And the pool is whole again. */
    who t = { .threads = 4 };
    pthread_barrier_init(&t.together, NULL, 4);
    work_for(&w, 4, 1, note_thread, &t);
    assert_int_equal(t.mask, 15);
    pthread_barrier_destroy(&t.together);
    work_free(&w);
}

static work *signalled;
static void on_signal(int number)
{
    (void)number;
    atomic_store(&signalled->cancelled, true);
}

static void spin(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)begin, (void)end, (void)thread;
    usleep(1000);
    atomic_fetch_add((atomic_size_t *)ctx, 1);
}

static void a_signal_cancels(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 3, 0, NULL), CUZK_OK);
    signalled = &w;
    struct sigaction action = { .sa_handler = on_signal }, before;
    sigaction(SIGALRM, &action, &before);
    ualarm(50000, 0);
    atomic_size_t ran = 0;
    work_for(&w, 60000, 1, spin, &ran);
    assert_true(ran < 60000);
    assert_int_equal(work_status(&w, NULL), CUZK_INTERRUPTED);
    sigaction(SIGALRM, &before, NULL);
    work_free(&w);
}

static void check_mask(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)begin, (void)end;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (thread > 0 && !sigismember(&mask, SIGINT))
        atomic_fetch_add((atomic_size_t *)ctx, 1);
    usleep(100);
}

static void workers_leave_signals_alone(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 3, 0, NULL), CUZK_OK);
    atomic_size_t unmasked = 0;
    work_for(&w, 30, 1, check_mask, &unmasked);
    assert_int_equal(unmasked, 0);
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    assert_false(sigismember(&mask, SIGINT));
    work_free(&w);
}

static void odd_thread_counts(void **state)
{
    (void)state;
    work w;
    cuzk_error err;
    assert_int_equal(work_init(&w, 100000, 0, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-many-threads");
    work_free(&w); /* harmless after a failure */
    assert_int_equal(work_init(&w, 0, 0, NULL), CUZK_OK);
    assert_true(w.threads >= 1);
    assert_true(w.threads <= (unsigned)sysconf(_SC_NPROCESSORS_CONF));
    work_free(&w);
}

/* With the address space nearly used up, the pool's stacks do not fit: an error, no crash. */
static void too_few_threads_is_an_error(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* the sanitizers need the address space themselves */
#endif
    if (*TEST_EMULATOR)
        skip(); /* which lets the limit be set and goes on without it */
    pid_t child = fork();
    if (child == 0) {
        struct rlimit r = { 400u << 20, 400u << 20 };
        setrlimit(RLIMIT_AS, &r);
        work w;
        cuzk_error err = { 0 };
        cuzk_status status = work_init(&w, 200, 0, &err);
        bool good = status == CUZK_NO_RESOURCES && strcmp(err.code, "no-threads") == 0;
        /* And the process is still able to go on with fewer. */
        good = good && work_init(&w, 2, 0, &err) == CUZK_OK;
        good = good && !work_alloc(&w, (size_t)1 << 30, "too much", &err) &&
               err.status == CUZK_NO_RESOURCES;
        _exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

typedef struct half {
    work *w;
    seen seen;
    void *memory;
    cuzk_status wish; /* what to return */
} half;

static cuzk_status run_half(void *ctx, cuzk_error *err)
{
    half *h = ctx;
    if (h->wish != CUZK_OK)
        return err_set(err, h->wish, "wished", "status %d", h->wish);
    for (int i = 0; i < 200; i++)
        work_for(h->w, h->seen.n, h->seen.grain, see, &h->seen);
    work_advance(h->w, 5);
    h->memory = work_alloc(h->w, 1000, "half", err);
    return h->memory ? work_status(h->w, err) : CUZK_NO_RESOURCES;
}

/* Two forks at once: each has its threads; budget, phase and cancelling are the parent's. */
static void forks_share_what_is_the_parents(void **state)
{
    (void)state;
    work w, child[2];
    cuzk_error err;
    half h[2];
    assert_int_equal(work_init(&w, 2, 2500, NULL), CUZK_OK);
    work_phase_begin(&w, "both", 10);
    for (unsigned i = 0; i < 2; i++) {
        /* The second is the fork of a fork. */
        assert_int_equal(work_fork(&child[i], i ? &child[0] : &w, 1 + i, NULL), CUZK_OK);
        assert_ptr_equal(child[i].parent, &w);
        h[i] = (half) { .w = &child[i] };
        h[i].seen = (seen) { .grain = 3, .n = 100, .threads = 1 + i, .count = calloc(100, 1) };
    }
    assert_int_equal(work_both(run_half, &h[0], run_half, &h[1], &err), CUZK_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(h[i].seen.bad, 0);
        for (size_t k = 0; k < 100; k++)
            assert_int_equal(h[i].seen.count[k], 200);
    }
    assert_int_equal(w.mem_used, 2000);
    assert_int_equal(w.mem_peak, 2000);
    assert_int_equal(work_memory_left(&child[1]), 500);
    assert_null(work_alloc(&child[0], 501, "more", &err));
    assert_string_equal(err.code, "over-memory-limit");
    assert_int_equal(w.phase_done, 10);
    work_dealloc(&child[1], h[0].memory, 1000);
    work_dealloc(&w, h[1].memory, 1000);
    atomic_store(&w.cancelled, true);
    assert_true(work_cancelled(&child[0]));
    assert_int_equal(work_status(&child[1], &err), CUZK_INTERRUPTED);
    assert_non_null(strstr(err.message, "both"));
    work_phase_end(&w);
    for (unsigned i = 0; i < 2; i++) {
        free(h[i].seen.count);
        work_free(&child[i]);
    }
    work_free(&w);
}

static void the_first_failure_of_both(void **state)
{
    (void)state;
    static const cuzk_status wish[][3] = {
        { CUZK_NO, CUZK_OK, CUZK_NO },
        { CUZK_OK, CUZK_FAULT, CUZK_FAULT },
        { CUZK_BAD_INPUT, CUZK_NO, CUZK_BAD_INPUT },
    };
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < 3; i++) {
        work child;
        cuzk_error err;
        assert_int_equal(work_fork(&child, &w, 1, NULL), CUZK_OK);
        half a = { .w = &w, .wish = wish[i][0] }, b = { .w = &child, .wish = wish[i][1] };
        assert_int_equal(work_both(run_half, &a, run_half, &b, &err), wish[i][2]);
        assert_int_equal(err.status, wish[i][2]);
        work_dealloc(&w, a.memory, 1000);
        work_dealloc(&w, b.memory, 1000);
        assert_int_equal(w.mem_used, 0);
        assert_int_equal(work_both(run_half, &a, run_half, &b, NULL), wish[i][2]);
        work_dealloc(&w, a.memory, 1000);
        work_dealloc(&w, b.memory, 1000);
        work_free(&child);
    }
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_once),
        cmocka_unit_test(many_short_loops),
        cmocka_unit_test(threads_run_at_once),
        cmocka_unit_test(nested_loops_run_where_they_are),
        cmocka_unit_test(cancelling_skips_the_rest),
        cmocka_unit_test(a_signal_cancels),
        cmocka_unit_test(workers_leave_signals_alone),
        cmocka_unit_test(odd_thread_counts),
        cmocka_unit_test(too_few_threads_is_an_error),
        cmocka_unit_test(forks_share_what_is_the_parents),
        cmocka_unit_test(the_first_failure_of_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
