/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The daemon's configuration: what is read, what is refused and how that is said. */
#include "apps/daemon/config.h"
#include "test.h"

#include <unistd.h>

typedef struct notes {
    unsigned n[CONFIG_ERROR + 1];
    char where[512], text[512]; /* the last */
} notes;

static void take_note(void *ctx, config_gravity gravity, const char *where, const char *text)
{
    notes *n = ctx;
    n->n[gravity]++;
    snprintf(n->where, sizeof n->where, "%s", where);
    snprintf(n->text, sizeof n->text, "%s", text);
}

static cuzk_status read_text(config *c, const char *text, notes *n, cuzk_error *err)
{
    const config_source from = { .note = n ? take_note : NULL, .ctx = n };

    memset(err, 0, sizeof *err);
    return config_read(c, text, strlen(text), "cuzk.toml", &from, err);
}

/* spec: what the original has without a file. */
static void defaults(void **state)
{
    (void)state;
    cuzk_error err;
    notes n = { 0 };
    config c;

    assert_int_equal(read_text(&c, "", &n, &err), CUZK_OK);
    assert_string_equal(c.listen, "unix:///run/curio/cuzk.sock");
    assert_string_equal(c.status_listen, "");
    assert_string_equal(c.param_cache, "/data/zk/params");
    assert_string_equal(c.preload, "");
    assert_int_equal(c.socket_mode, 0660);
    assert_int_equal(c.max_message_size, 257 << 20);
    assert_int_equal(c.total_budget, 0);
    assert_true(c.safety_margin == UINT64_C(5) << 30);
    assert_int_equal(c.eviction_min_idle, 300);
    assert_int_equal(c.max_batch_size, 1);
    assert_int_equal(c.max_batch_wait_ms, 10000);
    assert_int_equal(c.synthesis_lookahead, 1);
    assert_int_equal(c.log_level, LEVEL_INFO);
    assert_int_equal(c.log_format, CONFIG_FORMAT_AUTO);
    assert_false(c.insecure_listen);
    assert_false(c.allow_development);
    assert_true(c.timeline);
    assert_int_equal(n.n[CONFIG_NOTICE] + n.n[CONFIG_WARNING] + n.n[CONFIG_ERROR], 0);
}

static void every_kind_of_value(void **state)
{
    (void)state;
    cuzk_error err;
    config c;

    assert_int_equal(read_text(&c,
                               "daemon.listen = ['unix:///a', \"127.0.0.1:1\"] # a comment\n"
                               "[daemon]\n"
                               "status_listen = \"[::1]:9821\"\n"
                               "socket_mode = '0600'\n"
                               "max_message_size = 1048576\n"
                               "drain_timeout = 0\n"
                               "[memory]\ntotal_budget='50GiB'\nsafety_margin=\"3GB\"\n"
                               "critical_reserve = '0'\neviction_min_idle = '30s'\n"
                               "[scheduler]\nkeep_results_for = 90\ncancel_abandoned = true\n"
                               "[srs]\npreload_at_start = []\nallow_development = true\n"
                               "[logging]\nlevel='debug'\nformat='json'\ntimeline=false\n",
                               NULL, &err),
                     CUZK_BAD_INPUT); /* a table may not be opened twice */
    assert_non_null(strstr(err.message, "daemon"));
    assert_int_equal(read_text(&c,
                               "[daemon]\nlisten = ['unix:///a', \"127.0.0.1:1\"] # a comment\n"
                               "status_listen = \"[::1]:9821\"\n"
                               "socket_mode = '0600'\n"
                               "max_message_size = 1048576\n"
                               "drain_timeout = 0\n"
                               "[memory]\ntotal_budget='50GiB'\nsafety_margin=\"3GB\"\n"
                               "critical_reserve = '0'\neviction_min_idle = '30s'\n"
                               "[scheduler]\nkeep_results_for = 90\ncancel_abandoned = true\n"
                               "[srs]\npreload_at_start = 'porep-2k'\nallow_development = true\n"
                               "[logging]\nlevel='debug'\nformat='json'\ntimeline=false\n",
                               NULL, &err),
                     CUZK_OK);
    assert_string_equal(c.listen, "unix:///a,127.0.0.1:1");
    assert_string_equal(c.status_listen, "[::1]:9821");
    assert_int_equal(c.socket_mode, 0600);
    assert_int_equal(c.max_message_size, 1 << 20);
    assert_int_equal(c.drain_timeout, 0);
    assert_true(c.total_budget == UINT64_C(50) << 30);
    assert_true(c.safety_margin == UINT64_C(3000000000));
    assert_int_equal(c.critical_reserve, 0);
    assert_int_equal(c.eviction_min_idle, 30);
    assert_int_equal(c.keep_results_for, 90);
    assert_true(c.cancel_abandoned);
    assert_string_equal(c.preload, "porep-2k");
    assert_true(c.allow_development);
    assert_int_equal(c.log_level, LEVEL_DEBUG);
    assert_int_equal(c.log_format, LOG_JSON);
    assert_false(c.timeline);
}

/* message: NULL for any. */
static const struct {
    const char *text, *line, *message;
} refused[] = {
    { "[daemon]\n\nlistn = 'x'", "line 3",
      "unknown key daemon.listn; did you mean daemon.listen?" },
    { "listen = 'x'", "line 1", "unknown key listen; did you mean daemon.listen?" },
    { "[prover]\npreload = []", "line 2", "unknown key prover.preload; did you mean srs.preload?" },
    { "[daemon.listen]\na = 1", "line 2",
      "unknown key daemon.listen.a; did you mean daemon.listen?" },
    { "[elsewhere]\nfoo_bar_quux = 1", "line 2",
      "unknown key elsewhere.foo_bar_quux; cuzk daemon --print-example lists them" },
    { "[elsewhere]", "line 1", "unknown section [elsewhere]" },
    { "[daemon]\nlisten = 5", "line 2", "daemon.listen must be a string, or an array of strings" },
    { "[daemon]\nlisten = [1, 2]", "line 2",
      "daemon.listen must be a string, or an array of strings" },
    { "[daemon]\nlisten = ['a', 1]", "line 2",
      "daemon.listen must be a string, or an array of strings" },
    { "[daemon]\nlisten = ['a', 'b,c']", "line 2",
      "daemon.listen: element 1 is empty, or has a comma in it" },
    { "[daemon]\nlisten = ['a', '']", "line 2",
      "daemon.listen: element 1 is empty, or has a comma in it" },
    { "[[daemon]]\nlisten = 'a'", "line 1",
      "unknown key daemon; cuzk daemon --print-example lists them" },
    { "[daemon]\nsocket_mode = 660", "line 2",
      "daemon.socket_mode must be a string such as \"0660\"" },
    { "[daemon]\nsocket_mode = '0680'", "line 2",
      "daemon.socket_mode: \"0680\" is not octal digits such as \"0660\"" },
    { "[daemon]\nsocket_mode = '1777'", "line 2",
      "daemon.socket_mode: 1777 is not between 0000 and 0777" },
    { "[daemon]\nmax_message_size = '5TiB'", "line 2",
      "daemon.max_message_size: 5TiB is not between 1MiB and 4294967295" },
    { "[daemon]\nmax_connections = 0", "line 2",
      "daemon.max_connections: 0 is not between 1 and 65536" },
    { "[daemon]\nmax_connections = 1.5", "line 2", "daemon.max_connections must be an integer" },
    { "[daemon]\nmax_connections = -1", "line 2",
      "daemon.max_connections: \"-1\" is not a whole number" },
    { "[daemon]\ninsecure_listen = 'yes'", "line 2",
      "daemon.insecure_listen must be true or false" },
    { "[memory]\ntotal_budget = 'lots'", "line 2",
      "memory.total_budget: \"lots\" is not \"auto\", a size such as \"50GiB\", or a number of "
      "bytes" },
    { "[memory]\ntotal_budget = '50 GiB'", "line 2", NULL },
    { "[memory]\ntotal_budget = '50gib'", "line 2", NULL },
    { "[memory]\ntotal_budget = '50GiBs'", "line 2", NULL },
    { "[memory]\ntotal_budget = '1.5GiB'", "line 2", NULL },
    { "[memory]\ntotal_budget = '-1GiB'", "line 2", NULL },
    { "[memory]\ntotal_budget = 'GiB'", "line 2", NULL },
    { "[memory]\ntotal_budget = ''", "line 2", NULL },
    { "[memory]\ntotal_budget = '0'", "line 2", NULL },
    { "[memory]\nsafety_margin = 'auto'", "line 2", NULL },
    { "[memory]\nsafety_margin = '18446744073709551616'", "line 2", NULL },
    { "[memory]\nsafety_margin = '20000000000000000TiB'", "line 2", NULL },
    { "[memory]\neviction_min_idle = '5min'", "line 2",
      "memory.eviction_min_idle: \"5min\" is not a duration such as \"30s\", \"5m\", or "
      "seconds" },
    { "[memory]\neviction_min_idle = 07:32:00", "line 2", NULL },
    { "[memory]\nworking_memory_budget = 'much'", "line 2", NULL },
    { "[gpus]\ndevices = ['0']", "line 2", "gpus.devices must be an array of integers" },
    { "[gpus]\ndevices = [0, -1]", "line 2",
      "gpus.devices: \"-1\" is not a list of whole numbers" },
    { "[logging]\nlevel = 'loud'", "line 2",
      "logging.level: \"loud\" is not one of off, error, warn, info, debug, trace" },
    { "[logging]\nlevel = \"a\\u0000b\"", "line 2", "a NUL character" },
    { "[logging]\n\"a\\u0000b\" = 1", "line 2", "a key with a NUL character" },
    { "[daemon]\nlisten = 'a'\nlisten = 'b'", "line 3", NULL },
    { "[daemon]\nlisten = 'a", "line 2", NULL },
    { "[daemon\n", "line 1", NULL },
    { "\xff", "line 1", NULL },
    { "\xef\xbb\xaf = 1", "line 1", NULL }, /* U+FEEF, which toml++ trips over */
};

static void refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        cuzk_error err;
        notes n = { 0 };
        config c;
        if (read_text(&c, refused[i].text, &n, &err) != CUZK_BAD_INPUT) {
            print_error("not refused: %s\n", refused[i].text);
            fail();
        }
        assert_int_equal(n.n[CONFIG_ERROR], 1);
        assert_int_equal(err.status, CUZK_BAD_INPUT);
        assert_string_equal(err.file, "cuzk.toml");
        assert_string_equal(err.section, refused[i].line);
        assert_string_equal(err.message, n.text);
        if (refused[i].message)
            assert_string_equal(err.message, refused[i].message);
    }
}

static void a_text_that_is_too_long(void **state)
{
    (void)state;
    char text[2 * CONFIG_TEXT_MAX];
    cuzk_error err;
    config c;

    for (int len = CONFIG_TEXT_MAX - 4; len < CONFIG_TEXT_MAX + 2; len++) {
        sprintf(text, "[srs]\nparam_cache = '%0*d'", len, 0);
        assert_int_equal(read_text(&c, text, NULL, &err),
                         len <= CONFIG_TEXT_MAX - 2 ? CUZK_OK : CUZK_BAD_INPUT);
        if (len <= CONFIG_TEXT_MAX - 2)
            assert_int_equal(strlen(c.param_cache), len);
    }
}

/* All that is wrong is noted, the first is the answer. */
static void several_errors(void **state)
{
    (void)state;
    cuzk_error err;
    notes n = { 0 };
    config c;

    assert_int_equal(
        read_text(&c, "[daemon]\nlistn = 1\nsocket_mod = 2\nmax_connections = 7\n", &n, &err),
        CUZK_BAD_INPUT);
    assert_int_equal(n.n[CONFIG_ERROR], 2);
    assert_string_equal(err.section, "line 2");
    assert_string_equal(n.where, "cuzk.toml: line 3");
    assert_int_equal(c.max_connections, 7);

    n = (notes) { 0 };
    const config_source lenient = { .note = take_note, .ctx = &n, .ignore_unknown_keys = true };
    const char *text = "[daemon]\nlistn = 1\n[more]\n[other]\nx = 1\n";
    assert_int_equal(config_read(&c, text, strlen(text), "f", &lenient, &err), CUZK_OK);
    assert_int_equal(n.n[CONFIG_WARNING], 3);
    text = "[daemon]\nlistn = 1\nlisten = 1\n";
    assert_int_equal(config_read(&c, text, strlen(text), "f", &lenient, &err), CUZK_BAD_INPUT);
}

static void keys_of_the_original(void **state)
{
    (void)state;
    cuzk_error err;
    notes n = { 0 };
    config c;

    assert_int_equal(read_text(&c,
                               "[gpus]\ndevices = [0, 1]\ngpu_threads = 32\n"
                               "gpu_workers_per_device = 2\n"
                               "[scheduler]\nsort_by_type = true\n[synthesis]\nthreads = 64\n"
                               "[pipeline]\nenabled = true\nsynthesis_concurrency = 1\n"
                               "max_parallel_synthesis = 18\nslot_size = 0\n"
                               "max_gpu_queue_depth = 8\n",
                               &n, &err),
                     CUZK_OK);
    assert_int_equal(n.n[CONFIG_NOTICE], 10);
    assert_int_equal(n.n[CONFIG_WARNING], 0);
    static const char *const deprecated[][2] = {
        { "[memory]\npinned_budget = '50GiB'", "memory.total_budget" },
        { "[memory]\nworking_memory_budget = '80GiB'", "memory.total_budget" },
        { "[synthesis]\npartition_workers = 4", "prover.threads" },
        { "[srs]\npreload = ['porep-32g']", "srs.preload_at_start" },
    };
    for (size_t i = 0; i < sizeof deprecated / sizeof *deprecated; i++) {
        n = (notes) { 0 };
        assert_int_equal(read_text(&c, deprecated[i][0], &n, &err), CUZK_OK);
        assert_int_equal(n.n[CONFIG_WARNING], 1);
        assert_non_null(strstr(n.text, "deprecated"));
        assert_non_null(strstr(n.text, deprecated[i][1]));
        assert_string_equal(c.preload, "");
    }
}

static void the_environment(void **state)
{
    (void)state;
    const char *const good[] = { "HOME=/x",
                                 "CUZK_DAEMON_LISTEN=unix:///e,127.0.0.1:1",
                                 "CUZK_TIMING=1",
                                 "CUZK_CACHE_DIR=/c",
                                 "CUZK_MEMORY_TOTAL_BUDGET=1GiB",
                                 "CUZK_GPUS_DEVICES=0,1",
                                 "CUZK_GPU_THREADS=4",
                                 "CUZK_SRS_ALLOW_DEVELOPMENT=true",
                                 NULL };
    static const struct {
        const char *entry;
        const char *message;
    } bad[] = {
        { "CUZK_DAEMON_LISTN=x",
          "unknown key CUZK_DAEMON_LISTN; did you mean CUZK_DAEMON_LISTEN?" },
        { "CUZK_DAEMON_MAX_CONNECTIONS=many",
          "daemon.max_connections: \"many\" is not a whole number" },
        { "CUZK_SRS_ALLOW_DEVELOPMENT=1", "srs.allow_development: \"1\" is not true or false" },
        { "CUZK_SRS_PRELOAD_AT_START=a,,b",
          "srs.preload_at_start: element 1 is empty, or has a comma in it" },
        { "CUZK_GPUS_DEVICES=0,x", "gpus.devices: \"x\" is not a list of whole numbers" },
    };
    const char *text = "[daemon]\nlisten = 'file'\nmax_connections = 9\n";
    notes n = { 0 };
    config_source from = { .environment = good, .note = take_note, .ctx = &n };
    cuzk_error err;
    config c;

    assert_int_equal(config_read(&c, text, strlen(text), "f", &from, &err), CUZK_OK);
    assert_string_equal(c.listen, "unix:///e,127.0.0.1:1");
    assert_int_equal(c.max_connections, 9);
    assert_true(c.total_budget == UINT64_C(1) << 30);
    assert_true(c.allow_development);
    assert_int_equal(n.n[CONFIG_NOTICE], 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *const environment[] = { bad[i].entry, NULL };
        from.environment = environment;
        assert_int_equal(config_read(&c, text, strlen(text), "f", &from, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.message, bad[i].message);
        assert_int_equal(strncmp(err.section, bad[i].entry, strlen(err.section)), 0);
    }
}

static void files(void **state)
{
    (void)state;
    char path[] = "/tmp/cuzk-config-XXXXXX";
    config_source from = { .path = path };
    cuzk_error err = { 0 };
    config c;
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, "[daemon]\nlisten = 'here'\n", 25), 25);
    close(fd);
    assert_int_equal(config_load(&c, &from, &err), CUZK_OK);
    assert_string_equal(c.listen, "here");
    unlink(path);
    assert_int_equal(config_load(&c, &from, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "no-such-file");
    assert_string_equal(err.file, path);
    from.path = "/";
    assert_int_equal(config_load(&c, &from, &err), CUZK_BAD_INPUT);
    if (access(CONFIG_FILE, F_OK) == 0)
        skip();
    from.path = NULL;
    assert_int_equal(config_load(&c, &from, &err), CUZK_OK);
    assert_string_equal(c.listen, "unix:///run/curio/cuzk.sock");
}

/* What is printed reads the same again. */
static void printed(void **state)
{
    (void)state;
    const char *text = "[daemon]\nlisten = ['a b', \"c\\\"\\\\\\u0001\"]\nsocket_mode='7'\n"
                       "max_message_size = 268435455\n[memory]\ntotal_budget = '64MiB'\n"
                       "safety_margin = 0\neviction_min_idle = '90m'\n[logging]\nformat='text'\n";
    static config c, again;
    char *out = NULL;
    size_t len = 0;
    cuzk_error err;
    FILE *f = open_memstream(&out, &len);

    assert_int_equal(read_text(&c, text, NULL, &err), CUZK_OK);
    config_print(f, &c);
    fclose(f);
    assert_non_null(strstr(out, "listen = [\"a b\", \"c\\\"\\\\\\u0001\"]\n"));
    assert_non_null(strstr(out, "socket_mode = \"0007\"\n"));
    assert_non_null(strstr(out, "total_budget = \"64MiB\"\n"));
    assert_non_null(strstr(out, "eviction_min_idle = \"90m\"\n"));
    assert_int_equal(read_text(&again, out, NULL, &err), CUZK_OK);
    assert_memory_equal(&c, &again, sizeof c);
    free(out);

    f = open_memstream(&out, &len);
    config_print_example(f);
    fclose(f);
    for (char *s = out; (s = strstr(s, "\n#")); s++) { /* the defaults, no longer comments */
        if (s[2] != ' ')
            s[1] = ' ';
    }
    assert_int_equal(read_text(&c, "", NULL, &err), CUZK_OK);
    assert_int_equal(read_text(&again, out, NULL, &err), CUZK_OK);
    assert_memory_equal(&c, &again, sizeof c);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),        cmocka_unit_test(every_kind_of_value),
        cmocka_unit_test(refusals),        cmocka_unit_test(a_text_that_is_too_long),
        cmocka_unit_test(several_errors),  cmocka_unit_test(keys_of_the_original),
        cmocka_unit_test(the_environment), cmocka_unit_test(files),
        cmocka_unit_test(printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
