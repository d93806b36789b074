/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `cuzk prove` says of vanilla proofs that are cut, mixed up, of another sector, kind or size:
 * each is refused at once, and file, place, expected and found are named. */
#include "apps/facts_2k.h"
#include "apps/run.h"
#include "filecoin/base64.h"
#include "test.h"

#define GOLDEN CUZK_TEST_DATA "/golden/"

#define ALL_ONES "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"

#define WINNING  "winning-2k/vanilla-0.bin"
#define WINDOW_1 "window-2k/vanilla-0.bin"
#define WINDOW_2 "window-2k/vanilla-1.bin"
#define UPDATE   "update-2k/vanilla-0.bin"
#define C1       "seal-2k/c1.json"

/* A proof of spacetime has sector_id, comm_r, two counts, then its paths; a path is a tag, root and
 * leaf, a count, two levels of a count, seven siblings and an index. */
enum {
    SECTORS = 40,
    PATHS = 48,
    PATH = 56,
    PATH_LEN = 556,
    ROOT = 4,
    LEAF = 36,
    LEVELS = 68,
    HASHES = 76,
    SIBLING = 84,
    INDEX = 308,
};

/* A golden file, changed. */
typedef struct piece {
    const char *golden; /* or the text itself, when it begins with [ */
    size_t keep;        /* bytes, when not 0 */
    size_t at;          /* when not 0: what stands there becomes value, or is flipped */
    const uint64_t *value;
    const char *from; /* `keep` bytes at `at` come from this file instead */
    bool json;        /* as the one element of a JSON array */
} piece;

typedef struct bad {
    const char *kind;
    piece piece[2];
    const char *code, *section, *expected, *found; /* NULL: any, but there is one */
    const char *option, *value;                    /* in place of the right one, or besides */
} bad;

#define WHOLE(file)                                                                                \
    {                                                                                              \
        .golden = file                                                                             \
    }
#define IN_JSON(file)                                                                              \
    {                                                                                              \
        .golden = file, .json = true                                                               \
    }
#define CUT(file, n)                                                                               \
    {                                                                                              \
        .golden = file, .keep = n                                                                  \
    }
#define SET(file, offset, v)                                                                       \
    {                                                                                              \
        .golden = file, .at = offset, .value = (const uint64_t[])                                  \
        {                                                                                          \
            v                                                                                      \
        }                                                                                          \
    }
#define FLIP(file, offset)                                                                         \
    {                                                                                              \
        .golden = file, .at = offset                                                               \
    }
#define PASTE(file, o, n, source)                                                                  \
    {                                                                                              \
        .golden = file, .at = o, .keep = n, .from = source                                         \
    }
#define BOTH(first, second) first, second
#define WITH(name, text)    .option = name, .value = text

#define BAD(name, pieces, c, s, e, f, ...)                                                         \
    {                                                                                              \
        .kind = name, .piece = { pieces }, .code = c, .section = s, .expected = e, .found = f,     \
        __VA_ARGS__                                                                                \
    }

/* clang-format off */
static const bad cut[] = {
    BAD("winning", WHOLE("[]"), "wrong-length", "", NULL, "an empty array"),
    BAD("window", WHOLE("[]"), "wrong-length", "", NULL, "an empty array"),
    BAD("update", WHOLE("[]"), "wrong-length", "", NULL, "an empty array"),
    BAD("winning", WHOLE("[\"\"]"), "truncated", "[0].sector_id", "8 more bytes", "0"),
    BAD("window", CUT(WINDOW_1, 7), "truncated", "sector_id", "8 more bytes", "7"),
    BAD("window", CUT(WINDOW_1, PATH + 75), "truncated", "inclusion_proofs[0].data",
        "76 more bytes", "75"),
    BAD("window", BOTH(WHOLE(WINDOW_1), CUT(WINDOW_2, 5000)), "truncated", "inclusion_proofs",
        "5560 more bytes", "4944"),
    BAD("update", CUT(UPDATE, 31), "truncated", "comm_c", "32 more bytes", "31"),
    BAD("update", CUT(UPDATE, 39), "truncated", "apex_leafs", "8 more bytes", "7"),
    BAD("update", CUT(UPDATE, 2000), "truncated", "challenge_proofs", NULL, "1696"),
};

static const bad counts[] = {
    BAD("winning", BOTH(WHOLE(WINNING), WHOLE(WINNING)), "wrong-count", NULL, "1", "2"),
    BAD("update", BOTH(WHOLE(UPDATE), WHOLE(UPDATE)), "wrong-length", NULL, "1", "2"),
    BAD("winning", SET(WINNING, SECTORS, 0), "wrong-length", "sectors", "1", "0"),
    BAD("winning", SET(WINNING, SECTORS, 2), "wrong-length", "sectors", "1", "2"),
    BAD("winning", SET(WINNING, PATHS, 65), "wrong-length", "inclusion_proofs", "66", "65"),
    BAD("window", SET(WINDOW_1, PATHS, 11), "wrong-length", "inclusion_proofs", "10", "11"),
    BAD("window", SET(WINDOW_1, PATH + LEVELS, 3), "wrong-length", "inclusion_proofs[0]",
        "a path of 2KiB, 8MiB, 512MiB, 32GiB or 64GiB sectors", "part 0 with 3 levels"),
    BAD("window", SET(WINDOW_1, PATH + LEVELS, 3), "wrong-length", "inclusion_proofs[0].path",
        "2", "3", WITH("--registered-proof", "10")),
    BAD("window", SET(WINDOW_1, PATH + PATH_LEN + LEVELS, 3), "wrong-length",
        "inclusion_proofs[1].path", "2", "3"),
    BAD("window", SET(WINDOW_1, PATH + HASHES, 1), "wrong-length",
        "inclusion_proofs[0].path[0].hashes", "7", "1"),
    BAD("window", SET(WINDOW_1, PATH + INDEX, 8), "out-of-range",
        "inclusion_proofs[0].path[0].index", "below 8", "8"),
    BAD("window", SET(WINDOW_1, PATH + SIBLING + 24, UINT64_MAX), "not-canonical",
        "inclusion_proofs[0].path[0].hashes[0]", "an element below the modulus",
        "one at or above it"),
    BAD("update", SET(UPDATE, 32, 9), "wrong-length", "apex_leafs", "128", "9"),
    BAD("update", SET(UPDATE, 296, 11), "wrong-length", "challenge_proofs", "10", "11"),
    BAD("update", SET(UPDATE, 304 + LEVELS, 5), "wrong-length", "challenge_proofs[0].proof_r_old",
        NULL, "part 0 with 5 levels"),
    BAD("winning", SET(WINNING, 8 + 24, UINT64_MAX), "not-canonical", "comm_r",
        "an element below the modulus", "one at or above it"),
};

static const bad kinds_and_sizes[] = {
    BAD("winning", WHOLE(WINDOW_1), "wrong-kind", "", NULL, "one of kind window"),
    BAD("winning", WHOLE(UPDATE), "wrong-kind", "", NULL, "one of kind update"),
    BAD("window", WHOLE(WINNING), "wrong-kind", "", NULL, "one of kind winning"),
    BAD("window", BOTH(WHOLE(WINDOW_1), WHOLE(UPDATE)), "wrong-kind", "", NULL,
        "one of kind update"),
    BAD("update", IN_JSON(WINNING), "wrong-kind", "[0]", NULL, "one of kind winning"),
    BAD("update", WHOLE(WINDOW_1), "wrong-kind", "", NULL, "one of kind window"),
    BAD("winning", WHOLE(C1), "wrong-kind", "", NULL, "a JSON object, which a C1 is"),
    BAD("window", WHOLE(C1), "wrong-kind", "", NULL, "a JSON object, which a C1 is"),
    BAD("update", WHOLE(C1), "wrong-kind", "", NULL, "a JSON object, which a C1 is"),
    BAD("porep", WHOLE(WINNING), "wrong-kind", "", "a C1", "a vanilla proof of kind winning"),
    BAD("porep", IN_JSON(WINDOW_1), "wrong-kind", "", "a C1", "a vanilla proof of kind window"),
    BAD("porep", WHOLE(UPDATE), "wrong-kind", "", "a C1", "a vanilla proof of kind update"),
    BAD("winning", WHOLE(WINNING), "wrong-size", "", "a sector of 8MiB", "one of 2KiB",
        WITH("--registered-proof", "1")),
    BAD("window", WHOLE(WINDOW_1), "wrong-size", "", "a sector of 32GiB", "one of 2KiB",
        WITH("--registered-proof", "13")),
    BAD("update", WHOLE(UPDATE), "wrong-size", "", "a sector of 64GiB", "one of 2KiB",
        WITH("--registered-proof", "4")),
};

#define SECTOR(n, k) "sector " #n " challenge " #k " inclusion_proofs[" #k "]"

/* Well-formed, and not true. */
static const bad untrue[] = {
    /* in V1 a challenge depends on its sector's place */
    BAD("window", BOTH(WHOLE(WINDOW_2), WHOLE(WINDOW_1)), "wrong-leaf-index", SECTOR(1, 0),
        NULL, NULL, WITH("--registered-proof", "5")),
    BAD("window", BOTH(WHOLE(WINDOW_1), PASTE(WINDOW_2, PATH + 2 * PATH_LEN, PATH_LEN, WINDOW_1)),
        "wrong-leaf-index", SECTOR(2, 2), NULL, NULL),
    BAD("window", PASTE(WINDOW_1, PATH + ROOT, 32, WINDOW_2), "wrong-root", SECTOR(1, 0), NULL,
        NULL),
    BAD("window", FLIP(WINDOW_1, PATH + LEAF), "wrong-path", SECTOR(1, 0), NULL, NULL),
    BAD("window", FLIP(WINDOW_1, 8), "wrong-comm-r", "sector 1 challenge 0 comm_r", NULL, NULL),
    BAD("winning", FLIP(WINNING, PATH + 65 * PATH_LEN + SIBLING), "wrong-path", SECTOR(1, 65),
        NULL, NULL),
    BAD("winning", FLIP(WINNING, PATH + 64 * PATH_LEN + INDEX), "wrong-leaf-index", SECTOR(1, 64),
        NULL, NULL),
    BAD("winning", WHOLE(WINNING), "wrong-leaf-index", SECTOR(1, 0), NULL, NULL,
        WITH("--randomness", OTHER)),
    BAD("update", FLIP(UPDATE, 304 + LEAF), "wrong-path", "partition 0 challenge 0 proof_r_old",
        NULL, NULL),
    BAD("update", FLIP(UPDATE, 40), "wrong-path", "partition 0 challenge 0 apex_leafs", NULL,
        NULL),
    BAD("update", FLIP(UPDATE, 304 + ROOT), "wrong-comm-r",
        "partition 0 challenge 0 comm_c", NULL, NULL),
    BAD("update", WHOLE(UPDATE), "wrong-comm-r", "partition 0 challenge 0 comm_c", NULL, NULL,
        WITH("--comm-r-old", OTHER)),
};

static const bad statements[] = {
    BAD("winning", WHOLE(WINNING), "not-canonical", "randomness", "at most 0x3f", "0xff",
        WITH("--randomness", ALL_ONES)),
    BAD("window", WHOLE(WINDOW_1), "not-canonical", "randomness", "at most 0x3f", "0xff",
        WITH("--randomness", ALL_ONES)),
    BAD("update", WHOLE(UPDATE), "not-canonical", "comm_r_old", NULL, NULL,
        WITH("--comm-r-old", ALL_ONES)),
    BAD("update", WHOLE(UPDATE), "not-canonical", "comm_r_new", NULL, NULL,
        WITH("--comm-r-new", ALL_ONES)),
    BAD("update", WHOLE(UPDATE), "not-canonical", "comm_d_new", NULL, NULL,
        WITH("--comm-d-new", ALL_ONES)),
};

/* What is missing are the parameters. */
static const bad good[] = {
    BAD("winning", WHOLE(WINNING), "no-such-file", NULL, NULL, NULL),
    BAD("winning", IN_JSON(WINNING), "no-such-file", NULL, NULL, NULL),
    BAD("window", BOTH(WHOLE(WINDOW_1), WHOLE(WINDOW_2)), "no-such-file", NULL, NULL, NULL),
    BAD("window", BOTH(WHOLE(WINDOW_2), IN_JSON(WINDOW_1)), "no-such-file", NULL, NULL, NULL),
    BAD("update", WHOLE(UPDATE), "no-such-file", NULL, NULL, NULL),
    BAD("porep", WHOLE(C1), "no-such-file", NULL, NULL, NULL),
};
/* clang-format on */

static char dir[64];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    return setenv("CUZK_CACHE_DIR", "", 1);
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

static unsigned char *read_golden(const char *name, size_t *len)
{
    char path[256];

    snprintf(path, sizeof path, GOLDEN "%s", name);
    return run_read_file(path, len);
}

static void change(const piece *p, unsigned char *data, size_t *len)
{
    if (p->from) {
        size_t other_len;
        unsigned char *other = read_golden(p->from, &other_len);
        assert_true(p->at + p->keep <= *len && p->at + p->keep <= other_len);
        memcpy(data + p->at, other + p->at, p->keep);
        free(other);
        return;
    }
    if (p->keep)
        *len = p->keep;
    for (size_t i = 0; i < 8 && p->value; i++)
        data[p->at + i] = (unsigned char)(*p->value >> 8 * i);
    if (p->at && !p->value)
        data[p->at] ^= 1;
}

/* The piece as a file of that name. */
static void make_piece(char path[128], const char *name, const piece *p)
{
    size_t len;
    unsigned char *data;

    if (p->golden[0] == '[') {
        run_make_file(path, dir, name, p->golden, strlen(p->golden));
        return;
    }
    data = read_golden(p->golden, &len);
    change(p, data, &len);
    if (p->json) {
        char *text = malloc(BASE64_LEN(len) + 4);
        size_t n = 2;
        assert_non_null(text);
        memcpy(text, "[\"", 2);
        n += base64_encode(text + n, data, len);
        memcpy(text + n, "\"]", 2);
        run_make_file(path, dir, name, text, n + 2);
        free(text);
    } else {
        run_make_file(path, dir, name, data, len);
    }
    free(data);
}

#define MAX_WORDS 20

static void add(const char *words[MAX_WORDS], const char *option, const char *value)
{
    size_t n = 0;

    while (words[n])
        n += 2;
    assert_true(n + 2 < MAX_WORDS);
    words[n] = option;
    words[n + 1] = value;
}

/* What goes with the kind, unless the case has another. */
static void add_statement(const char *words[MAX_WORDS], const bad *b)
{
    static const char *const facts[][3] = { { "update", "--comm-r-old", COMM_R_1 },
                                            { "update", "--comm-r-new", COMM_R_NEW },
                                            { "update", "--comm-d-new", COMM_D_NEW },
                                            { "winning", "--randomness", RANDOMNESS },
                                            { "window", "--randomness", RANDOMNESS } };

    if (b->option)
        add(words, b->option, b->value);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (strcmp(facts[i][0], b->kind) == 0 && !(b->option && !strcmp(b->option, facts[i][1])))
            add(words, facts[i][1], facts[i][2]);
    }
}

static run prove(const bad *b, const char *first, const char *second)
{
    const char *w[MAX_WORDS] = { 0 };

    add(w, "--kind", b->kind);
    add(w, "--params", "/nonexistent/params");
    add(w, strcmp(b->kind, "porep") == 0 ? "--c1" : "--vanilla", first);
    if (second)
        add(w, "--vanilla", second);
    add_statement(w, b);
    return run_program(CUZK_PROGRAM, "prove", "--json", "--out", "/dev/null", w[0], w[1], w[2],
                       w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14],
                       w[15], NULL);
}

static bool differs(const run *r, const char *key, const char *want)
{
    const char *got = run_error_text(r, key);

    return want && strcmp(got ? got : "", want) != 0;
}

/* The run, its pieces in files of their own. */
static run prove_pieces(const bad *b)
{
    static const char *const names[2] = { "first", "second" };
    char path[2][128];
    int n = 0;

    for (; n < 2 && b->piece[n].golden; n++)
        make_piece(path[n], names[n], &b->piece[n]);
    return prove(b, path[0], n == 2 ? path[1] : NULL);
}

static void refused(const bad *b, int status, bool in_file)
{
    run r = prove_pieces(b);

    if (r.status != status || differs(&r, "code", b->code) || differs(&r, "section", b->section) ||
        differs(&r, "expected", b->expected) || differs(&r, "found", b->found) ||
        !run_error_text(&r, "expected") || !run_error_text(&r, "found"))
        fail_msg("not %d, %s at %s, expected %s, found %s:\n%s%s", status, b->code, b->section,
                 b->expected, b->found, r.out, r.err);
    assert_int_equal(run_error_text(&r, "file") != NULL, in_file);
    assert_true(r.seconds < RUN_SOON);
    run_free(&r);
}

#define EACH(table, status, in_file)                                                               \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++)                                   \
    refused(&(table)[i], status, in_file)

static void untrue_openings(void **state)
{
    (void)state;
    EACH(untrue, 1, true);
}

static void bad_input(void **state)
{
    (void)state;
    EACH(cut, 2, true);
    EACH(counts, 2, true);
    EACH(kinds_and_sizes, 2, true);
    EACH(statements, 2, false);
}

static void unchanged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        run r = prove_pieces(&good[i]);
        if (r.status != 2 || differs(&r, "code", good[i].code))
            fail_msg("case %zu is refused: %s", i, r.out);
        run_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(untrue_openings),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
