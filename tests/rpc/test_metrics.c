/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/example_snapshot.h"
#include "rpc/metrics.h"
#include "test.h"

#include <ctype.h>

/* What the original writes, up to its last line. */
static const char of_the_original[] =
    "# HELP cuzk_proofs_completed_total Total proofs completed\n"
    "# TYPE cuzk_proofs_completed_total counter\n"
    "cuzk_proofs_completed_total 7\n"
    "# HELP cuzk_proofs_failed_total Total proofs failed\n"
    "# TYPE cuzk_proofs_failed_total counter\n"
    "cuzk_proofs_failed_total 1\n"
    "# HELP cuzk_uptime_seconds Daemon uptime\n"
    "# TYPE cuzk_uptime_seconds gauge\n"
    "cuzk_uptime_seconds 12\n"
    "# HELP cuzk_queue_depth Current queue depth\n"
    "# TYPE cuzk_queue_depth gauge\n"
    "cuzk_queue_depth 1\n"
    "# HELP cuzk_proofs_completed Per proof-kind completions\n"
    "# TYPE cuzk_proofs_completed counter\n"
    "cuzk_proofs_completed{proof_kind=\"porep_c2\"} 3\n"
    "cuzk_proofs_completed{proof_kind=\"snap_update\"} 0\n"
    "cuzk_proofs_completed{proof_kind=\"window_post\"} 0\n"
    "cuzk_proofs_completed{proof_kind=\"winning_post\"} 4\n"
    "# HELP cuzk_proofs_failed Per proof-kind failures\n"
    "# TYPE cuzk_proofs_failed counter\n"
    "cuzk_proofs_failed{proof_kind=\"porep_c2\"} 1\n"
    "cuzk_proofs_failed{proof_kind=\"snap_update\"} 0\n"
    "cuzk_proofs_failed{proof_kind=\"window_post\"} 0\n"
    "cuzk_proofs_failed{proof_kind=\"winning_post\"} 0\n"
    "# HELP cuzk_proof_duration_seconds Proof duration\n"
    "# TYPE cuzk_proof_duration_seconds summary\n"
    "cuzk_proof_duration_seconds_count{proof_kind=\"porep_c2\"} 3\n";

static void begins_as_the_original(void **state)
{
    (void)state;
    engine_snapshot *s = example_snapshot();
    char *text = metrics_text(s), tail[400];

    assert_non_null(text);
    assert_int_equal(strncmp(text, of_the_original, strlen(of_the_original)), 0);
    snprintf(tail, sizeof tail,
             "cuzk_proof_duration_seconds_sum{proof_kind=\"porep_c2\"} %.3f\n"
             "# HELP cuzk_running_jobs Currently running proofs\n"
             "# TYPE cuzk_running_jobs gauge\ncuzk_running_jobs 1\n"
             "# HELP cuzk_gpu_workers Number of GPU workers\n"
             "# TYPE cuzk_gpu_workers gauge\ncuzk_gpu_workers 2\n",
             s->kind[0].duration.sum);
    assert_int_equal(strncmp(text + strlen(of_the_original), tail, strlen(tail)), 0);
    free(text);

    /* Nothing has been proved: no summary, and no circuits. */
    s->kind[0].duration = (histogram) { 0 };
    s->n_circuits = 0;
    text = metrics_text(s);
    assert_null(strstr(text, "cuzk_proof_duration_seconds"));
    assert_null(strstr(text, "cuzk_circuit_"));
    free(text);
    engine_snapshot_free(s);
}

/* Buckets are cumulative and end with the count. */
static void buckets(void **state)
{
    (void)state;
    engine_snapshot *s = example_snapshot();
    char *text = metrics_text(s), want[200];
    static const struct {
        unsigned bound, count;
    } cases[] = { { 0, 2 }, { 1, 2 }, { DURATION_BOUNDS - 1, 2 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(want, sizeof want,
                 "\ncuzk_job_duration_seconds_bucket{proof_kind=\"porep_c2\",le=\"%g\"} %u\n",
                 engine_duration_bounds[cases[i].bound], cases[i].count);
        assert_non_null(strstr(text, want));
    }
    assert_non_null(strstr(
        text, "\ncuzk_job_duration_seconds_bucket{proof_kind=\"porep_c2\",le=\"+Inf\"} 3\n"));
    assert_non_null(strstr(text, "\ncuzk_job_duration_seconds_count{proof_kind=\"porep_c2\"} 3\n"));
    assert_non_null(
        strstr(text, "\ncuzk_job_prove_seconds_count{proof_kind=\"winning_post\"} 0\n"));
    free(text);
    engine_snapshot_free(s);
}

static void other_series(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "cuzk_proofs_cancelled{proof_kind=\"porep_c2\"} 2",
        "cuzk_submissions_attached_total 3",
        "cuzk_memory_budget_bytes 1000",
        "cuzk_memory_used_bytes 400",
        "cuzk_params_bytes{circuit_id=\"porep-32g\",tier=\"hot\"} 48",
        "cuzk_params_bytes{circuit_id=\"winning-32g\",tier=\"warm\"} 1",
        "cuzk_params_bytes{circuit_id=\"snap-32g\",tier=\"cold\"} 0",
        "cuzk_params_users{circuit_id=\"porep-32g\"} 2",
        "cuzk_params_loads_total 5",
        "cuzk_params_evictions_total 4",
        "cuzk_verified_total 11",
        "cuzk_verify_failed_total 1",
        "cuzk_verify_retried_total 1",
        "cuzk_draining 0",
        "cuzk_circuit_proofs_completed{circuit_id=\"porep-32g\"} 3",
        "cuzk_circuit_proofs_completed{circuit_id=\"winning-32g\"} 4",
        "cuzk_circuit_proofs_failed{circuit_id=\"porep-32g\"} 1",
        "cuzk_circuit_proofs_failed{circuit_id=\"winning-32g\"} 0",
        "cuzk_circuit_duration_seconds_bucket{circuit_id=\"porep-32g\",le=\"+Inf\"} 3",
        "cuzk_circuit_duration_seconds_count{circuit_id=\"winning-32g\"} 0",
    };
    engine_snapshot *s = example_snapshot();
    char *text = metrics_text(s), want[200];

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(want, sizeof want, "\n%s\n", lines[i]);
        if (!strstr(text, want)) {
            print_error("no line: %s\n", lines[i]);
            fail();
        }
    }
    free(text);
    engine_snapshot_free(s);
}

/* Each line is a comment, or a name, labels perhaps, and a number; each series has one TYPE, before
 * it. */
static void well_formed(void **state)
{
    (void)state;
    engine_snapshot *s = example_snapshot();
    char *text = metrics_text(s), *rest = text, type[128] = "", name[128];
    unsigned lines = 0;

    for (char *line; (line = strsep(&rest, "\n")) && rest; lines++) {
        if (strncmp(line, "# HELP ", 7) == 0)
            continue;
        if (sscanf(line, "# TYPE %127s", name) == 1) {
            assert_string_not_equal(name, type);
            strcpy(type, name);
            continue;
        }
        size_t len = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
        assert_true(len >= strlen(type) && strncmp(line, type, strlen(type)) == 0);
        char *at = line + len, *end;
        if (*at == '{') {
            at = strchr(at, '}');
            assert_non_null(at);
            at++;
        }
        assert_int_equal(*at, ' ');
        assert_true(isdigit((unsigned char)at[1]));
        strtod(at + 1, &end);
        assert_int_equal(*end, '\0');
    }
    assert_true(lines > 300);
    free(text);
    engine_snapshot_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_as_the_original),
        cmocka_unit_test(buckets),
        cmocka_unit_test(other_series),
        cmocka_unit_test(well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
