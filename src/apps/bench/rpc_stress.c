/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A daemon under a mix of jobs. Each proof is random: two answers for one id that are the same
 * bytes were proved once. */
#include "apps/bench/remote.h"
#include "apps/bench/remote_report.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KINDS   4
#define MAX_JOBS    1000000
#define RING        4096 /* jobs at once, at most */
#define TWICE_EVERY 5    /* each so many jobs is asked for twice at once */
#define GRACE_S     600  /* for what is still on its way at the end */

static const option options[] = {
    REMOTE_OPTIONS,
    { "c1", "FILE", false, "A porep job, of this C1." },
    { "winning", "FILE", false, "A winning job, of this vanilla proof." },
    { "window", "FILE", false, "A window job, of these vanilla proofs." },
    { "snap", "FILE", false, "An update job, of these vanilla proofs." },
    { "mix", "KIND=N", false,
      "So many jobs of this kind in each round, where the others have one. May be given again." },
    { "duration", "SECONDS", false, "New jobs are asked for so long. Default: 60." },
    { "rate", "N", false, "So many jobs a minute. Default: as many as --concurrency allows." },
    { "concurrency", "N", false, "At most so many at once. Default: 8." },
    INPUT_OPTIONS,
    { NULL, NULL, false, NULL }
};

typedef struct kind_load {
    proof_input input;
    unsigned weight;
    uint64_t asked, completed, failed;
    double *wall; /* seconds, of those that completed */
    size_t room;
} kind_load;

/* A job, and the same again where it is asked for twice. */
typedef struct pair {
    remote_job job[2];
    kind_load *load;
    struct stress *s;
    unsigned n, n_done;
    bool used;
} pair;

typedef struct stress {
    remote r;
    kind_load load[MAX_KINDS];
    unsigned n_loads, turn; /* turn: in the round of all weights */
    uint64_t concurrency, duration, rate;
    uint64_t asked, done, twice, differing;
    pair *pair;
    double began;
} stress;

static bool remember(kind_load *l, double wall)
{
    if (l->completed == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        double *more = realloc(l->wall, room * sizeof *more);
        if (!more)
            return false;
        l->wall = more;
        l->room = room;
    }
    l->wall[l->completed++] = wall;
    return true;
}

/* Both answers are there: what they must have in common. */
static void judge(pair *p)
{
    stress *s = p->s;
    const remote_job *a = &p->job[0], *b = &p->job[1];

    if (!a->completed || (p->n == 2 && !b->completed)) {
        const remote_job *bad = a->completed ? b : a;
        p->load->failed++;
        say(s->r.in, "%s: %s after %.3fs", bad->id, bad->error, bad->wall_s);
    } else if (!remember(p->load, a->wall_s)) {
        p->load->failed++;
    } else if (p->n == 2 &&
               (a->proof_len != b->proof_len || memcmp(a->proof, b->proof, a->proof_len) != 0)) {
        s->differing++;
        say(s->r.in, "%s: two answers with different proofs: it was proved twice", a->id);
    }
    s->twice += p->n == 2;
    s->done++;
    for (unsigned i = 0; i < p->n; i++)
        remote_job_free(&p->job[i]);
    p->used = false;
}

static void stress_job_done(remote_job *job)
{
    pair *p = job->ctx;

    if (++p->n_done == p->n)
        judge(p);
}

/* The kind whose turn it is. */
static kind_load *next_load(stress *s)
{
    unsigned total = 0, at;

    for (unsigned i = 0; i < s->n_loads; i++)
        total += s->load[i].weight;
    /* cppcheck-suppress zerodiv */
    at = s->turn++ % total; /* NOLINT(clang-analyzer-core.DivideZero): a load, no weight 0 */
    for (unsigned i = 0;; at -= s->load[i++].weight)
        if (at < s->load[i].weight)
            return &s->load[i];
}

static cuzk_status ask(stress *s, cuzk_error *err)
{
    pair *p = s->pair;

    while (p->used)
        p++; /* no more than concurrency are */
    *p = (pair) { .load = next_load(s), .s = s, .used = true };
    p->n = s->asked % TWICE_EVERY == 0 ? 2 : 1;
    for (unsigned i = 0; i < p->n; i++) {
        remote_job *job = &p->job[i];
        snprintf(job->id, sizeof job->id, "stress-%s-%llu", s->r.run_id,
                 (unsigned long long)s->asked + 1);
        job->on_done = stress_job_done;
        job->ctx = p;
        TRY(remote_start(job, &s->r, &p->load->input, err));
    }
    p->load->asked++;
    s->asked++;
    return CUZK_OK;
}

/* Jobs that should have been asked for by now. */
static uint64_t due(const stress *s, double since)
{
    if (since >= (double)s->duration)
        return s->asked;
    return s->rate ? 1 + (uint64_t)(since * (double)s->rate / 60) : MAX_JOBS;
}

static cuzk_status run_jobs(stress *s, cuzk_error *err)
{
    for (;;) {
        const double since = remote_now() - s->began;
        const uint64_t until = due(s, since);
        while (s->asked < until && s->asked < MAX_JOBS && s->asked - s->done < s->concurrency)
            TRY(ask(s, err));
        if (s->done == s->asked && since >= (double)s->duration)
            return CUZK_OK;
        if (since > (double)s->duration + GRACE_S)
            return err_set(err, CUZK_NO, "lost", "%llu jobs were never answered",
                           (unsigned long long)(s->asked - s->done));
        remote_waiting(&s->r, "seconds of stress",
                       since < (double)s->duration ? (uint64_t)since : s->duration, s->duration);
        cuzk_status step = remote_step(&s->r, 20, err);
        if (step != CUZK_OK && s->done < s->asked)
            return step;
    }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report_kind(invocation *in, json_t *list, kind_load *l)
{
    static const struct {
        const char *key;
        double part;
    } quantiles[] = { { "p50_seconds", 0.5 },
                      { "p90_seconds", 0.9 },
                      { "p99_seconds", 0.99 },
                      { "max_seconds", 1 } };
    json_t *o = json_object();
    char text[128] = "";
    size_t at = 0;

    out_text(o, "kind", l->input.kind_name);
    out_integer(o, "asked", l->asked);
    out_integer(o, "completed", l->completed);
    out_integer(o, "failed", l->failed);
    if (l->completed)
        qsort(l->wall, l->completed, sizeof *l->wall, by_size);
    for (size_t i = 0; l->completed && i < 4; i++) {
        const double q = l->wall[(size_t)(quantiles[i].part * (double)(l->completed - 1) + 0.5)];
        out_real(o, quantiles[i].key, q);
        at += (size_t)snprintf(text + at, sizeof text - at, " %.3s=%.3fs", quantiles[i].key, q);
    }
    json_array_append_new(list, o);
    say(in, "%-8s asked=%llu completed=%llu failed=%llu%s", l->input.kind_name,
        (unsigned long long)l->asked, (unsigned long long)l->completed,
        (unsigned long long)l->failed, text);
}

/* CUZK_NO when anything is wrong. */
static cuzk_status report(stress *s, uint64_t counted, cuzk_error *err)
{
    const double total = remote_now() - s->began;
    invocation *in = s->r.in;
    json_t *list = out_array(in->out, "kinds");
    uint64_t completed = 0, failed = 0;

    say(in, "\n=== Stress Summary ===");
    for (unsigned i = 0; i < s->n_loads; i++) {
        report_kind(in, list, &s->load[i]);
        completed += s->load[i].completed;
        failed += s->load[i].failed;
    }
    const uint64_t lost = s->asked - s->done;
    out_real(in->out, "total_seconds", total);
    out_integer(in->out, "asked", s->asked);
    out_integer(in->out, "completed", completed);
    out_integer(in->out, "failed", failed);
    out_integer(in->out, "lost", lost);
    out_integer(in->out, "asked_twice", s->twice);
    out_integer(in->out, "proved_twice", s->differing);
    out_integer(in->out, "counted_by_daemon", counted);
    say(in, "total time: %.1fs, %llu completed, %llu failed, %llu lost, %.1f a minute", total,
        (unsigned long long)completed, (unsigned long long)failed, (unsigned long long)lost,
        60 * (double)completed / total);
    say(in, "asked twice: %llu, proved twice: %llu; the daemon counts %llu",
        (unsigned long long)s->twice, (unsigned long long)s->differing,
        (unsigned long long)counted);
    if (failed || lost || s->differing)
        return err_set(err, CUZK_NO, "stress", "%llu failed, %llu lost, %llu proved twice",
                       (unsigned long long)failed, (unsigned long long)lost,
                       (unsigned long long)s->differing);
    return CUZK_OK;
}

static cuzk_status read_load(stress *s, const invocation *in, const char *name, cuzk_kind kind,
                             cuzk_error *err)
{
    const char *path = invocation_value(in, name), *mix[MAX_KINDS];
    kind_load *l = &s->load[s->n_loads];
    size_t n;

    if (!path)
        return CUZK_OK;
    s->n_loads++;
    l->weight = 1;
    TRY(proof_input_read(&l->input, in, kind, path, err));
    TRY(invocation_all(in, "mix", mix, MAX_KINDS, &n, err));
    for (size_t i = 0; i < n; i++) {
        const char *equals = strchr(mix[i], '=');
        char word[16] = "";
        cuzk_kind named;
        uint64_t weight;
        if (!equals || (size_t)(equals - mix[i]) >= sizeof word)
            return usage_error(err, "--mix: \"%.40s\" is not KIND=N", mix[i]);
        memcpy(word, mix[i], (size_t)(equals - mix[i]));
        TRY(cuzk_kind_find(&named, word, err));
        TRY(value_integer(&weight, "mix", equals + 1, 1, 1000, err));
        if (named == kind)
            l->weight = (unsigned)weight;
    }
    return CUZK_OK;
}

static cuzk_status read_options(stress *s, const invocation *in, cuzk_error *err)
{
    const struct {
        const char *name;
        uint64_t *out, otherwise, max;
    } numbers[] = { { "duration", &s->duration, 60, 1000000 },
                    { "rate", &s->rate, 0, 1000000 },
                    { "concurrency", &s->concurrency, 8, RING } };

    for (size_t i = 0; i < 3; i++) {
        const char *text = invocation_value(in, numbers[i].name);
        *numbers[i].out = numbers[i].otherwise;
        if (text)
            TRY(value_integer(numbers[i].out, numbers[i].name, text, 1, numbers[i].max, err));
    }
    TRY(read_load(s, in, "c1", CUZK_KIND_POREP, err));
    TRY(read_load(s, in, "winning", CUZK_KIND_WINNING, err));
    TRY(read_load(s, in, "window", CUZK_KIND_WINDOW, err));
    TRY(read_load(s, in, "snap", CUZK_KIND_UPDATE, err));
    if (!s->n_loads)
        return usage_error(err, "give at least one of --c1, --winning, --window and --snap");
    s->pair = calloc(s->concurrency, sizeof *s->pair);
    return s->pair ? CUZK_OK : memory_error(err);
}

static cuzk_status counted(stress *s, uint64_t *n, cuzk_error *err)
{
    Cuzk__V1__GetStatusResponse *status;

    TRY(remote_status(&s->r, &status, err));
    *n = status->total_proofs_completed;
    cuzk__v1__get_status_response__free_unpacked(status, NULL);
    return CUZK_OK;
}

static cuzk_status run_on(stress *s, invocation *in, cuzk_error *err)
{
    uint64_t before = 0, after = 0;

    TRY(read_options(s, in, err));
    TRY(remote_open(&s->r, in, err));
    TRY(counted(s, &before, err));
    say(in, "=== Stress ===");
    s->began = remote_now();
    cuzk_status status = run_jobs(s, err);
    if (status == CUZK_OK)
        status = counted(s, &after, err);
    cuzk_status found = report(s, after - before, status == CUZK_OK ? err : NULL);
    return status == CUZK_OK ? found : status;
}

static cuzk_status run_stress(invocation *in, cuzk_error *err)
{
    stress *s = calloc(1, sizeof *s);

    if (!s)
        return memory_error(err);
    cuzk_status status = run_on(s, in, err);
    remote_close(&s->r); /* what is on its way ends here */
    for (uint64_t i = 0; s->pair && i < s->concurrency; i++)
        for (unsigned k = 0; k < 2; k++)
            remote_job_free(&s->pair[i].job[k]);
    for (unsigned i = 0; i < s->n_loads; i++) {
        proof_input_free(&s->load[i].input);
        free(s->load[i].wall);
    }
    free(s->pair);
    free(s);
    return status;
}

const command cmd_stress = {
    .name = "stress",
    .schema = "cuzk.bench-stress.v1",
    .options = options,
    .letters = REMOTE_LETTERS " j concurrency",
    .many = "mix",
    .summary = "put a daemon under a mix of jobs and check that it loses none",
    .description =
        "Asks a daemon for proofs of several kinds for --duration, at a --rate or as many at once "
        "as --concurrency says, and then waits for the last. Every job is to be answered; every "
        "fifth is asked for twice at the same time, under one id: both answers are to be the same "
        "bytes, which of two proofs they would not be. Says how long jobs of each kind took.",
    .exit_no = "A job failed, was lost or was proved twice.",
    .examples =
        "cuzk-bench stress --c1 c1.json --winning winning-vanilla.json --randomness HEX \\\n"
        "    --mix winning=3 --duration 600 -j 16 --verify /data/zk/params",
    .run = run_stress,
};
