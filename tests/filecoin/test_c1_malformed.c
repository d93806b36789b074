/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A field of a C1 output that is not as it must be is refused, named by its path and a code. */
#include "filecoin/fixture.h"
#include "filecoin/mutate.h"
#include "test.h"

static json_t *api, *bare;

static int load(void **state)
{
    (void)state;
    api = fixture_json("golden/seal-2k/c1-api.json");
    bare = fixture_json("golden/seal-2k/c1.json");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    json_decref(api);
    json_decref(bare);
    return 0;
}

#define PROOF   "vanilla_proofs.StackedDrg2KiBV1[0][1]"
#define DATA_D  PROOF ".comm_d_proofs.data.Single"
#define DATA_R  PROOF ".comm_r_last_proof.data.Single"
#define COLUMNS PROOF ".replica_column_proofs"
#define PARENT  COLUMNS ".drg_parents[5]"

static void wrong_numbers(void **state)
{
    static const char *const bytes_at[] = {
        PROOF ".labeling_proofs[0].parents[3][17]",
        PROOF ".encoding_proof.parents[36][31]",
        DATA_D ".root[0]",
        DATA_R ".path.path[1].hashes[6][31]",
        PARENT ".column.rows[1][8]",
        PARENT ".inclusion_proof.data.Single.leaf[1]",
        "comm_r[0]",
        "comm_d[31]",
        "replica_id[4]",
        "seed[5]",
        "ticket[6]",
    };
    static const struct {
        const char *raw, *code;
    } values[] = {
        { "256", "out-of-range" },
        { "1000", "out-of-range" },
        { "99999999999999999999999999999999999999999999", "out-of-range" },
        { "-1", "not-an-integer" },
        { "1e3", "not-an-integer" },
        { "1.0", "not-an-integer" },
        { "01", "json-syntax" },
        { "+1", "json-syntax" },
        { "\"1\"", "json-type" },
        { "null", "json-type" },
        { "[1]", "json-type" },
        { "", "json-syntax" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bytes_at / sizeof *bytes_at; i++) {
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            expect_mutant_refused(api, bytes_at[i], MUTATE_REPLACE, values[k].raw, NULL,
                                  values[k].code);
        expect_mutant_refused(api, bytes_at[i], MUTATE_REPLACE, "256", bytes_at[i], "out-of-range");
    }
}

static void numbers_out_of_their_range(void **state)
{
    static const struct {
        const char *path, *raw;
    } cases[] = {
        { DATA_D ".path.path[5].index", "2" },
        { DATA_R ".path.path[0].index", "8" },
        { PARENT ".inclusion_proof.data.Single.path.path[1].index", "8" },
        { PARENT ".column.index", "4294967296" },
        { PROOF ".labeling_proofs[1].layer_index", "4294967296" },
        { PROOF ".labeling_proofs[1].node", "18446744073709551616" },
        { PROOF ".encoding_proof.node", "18446744073709551616" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_mutant_refused(api, cases[i].path, MUTATE_REPLACE, cases[i].raw, cases[i].path,
                              "out-of-range");
}

/* r itself, and all ones: no canonical elements. r - 1 is one. */
static void elements_above_the_modulus(void **state)
{
    static const char modulus[] = "[1,0,0,0,255,255,255,255,254,91,254,255,2,164,189,83,5,216,161,"
                                  "9,8,216,57,51,72,125,157,41,83,167,237,115]";
    static const char ones[] = "[255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,"
                               "255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255]";
    static const char *const at[] = {
        DATA_D ".leaf",
        DATA_D ".path.path[2].hashes[0]",
        DATA_R ".root",
        DATA_R ".path.path[0].hashes[6]",
        PARENT ".column.rows[0]",
        COLUMNS ".c_x.column.rows[1]",
        PROOF ".labeling_proofs[0].parents[0]",
        PROOF ".encoding_proof.parents[36]",
        "comm_r",
        "comm_d",
        "replica_id",
    };
    char below[sizeof modulus], *text;
    cuzk_error err = { 0 };
    c1 c;

    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        expect_mutant_refused(api, at[i], MUTATE_REPLACE, modulus, at[i], "not-canonical");
        expect_mutant_refused(api, at[i], MUTATE_REPLACE, ones, at[i], "not-canonical");
        memcpy(below, modulus, sizeof modulus);
        below[1] = '0';
        text = mutate(api, at[i], MUTATE_REPLACE, below);
        assert_int_equal(c1_parse(&c, (uint8_t *)text, strlen(text), NULL, "test", &err), CUZK_OK);
        c1_free(&c);
        free(text);
    }
    /* Seeds and tickets are any bytes. */
    text = mutate(api, "seed", MUTATE_REPLACE, ones);
    assert_int_equal(c1_parse(&c, (uint8_t *)text, strlen(text), NULL, "test", &err), CUZK_OK);
    c1_free(&c);
    free(text);
}

static void zero_commitments(void **state)
{
    static const char zero[] = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
    static const char *const at[] = { "comm_r", "comm_d", "seed" };

    (void)state;
    for (int i = 0; i < 3; i++)
        expect_mutant_refused(api, at[i], MUTATE_REPLACE, zero, at[i], "zero");
}

static void wrong_lengths(void **state)
{
    static const char *const arrays[] = {
        "vanilla_proofs.StackedDrg2KiBV1",
        "vanilla_proofs.StackedDrg2KiBV1[0]",
        DATA_D ".path.path",
        DATA_D ".path.path[0].hashes",
        DATA_D ".leaf",
        DATA_R ".path.path",
        DATA_R ".path.path[1].hashes",
        COLUMNS ".drg_parents",
        COLUMNS ".exp_parents",
        PARENT ".column.rows",
        PARENT ".column.rows[1]",
        PARENT ".inclusion_proof.data.Single.path.path",
        PROOF ".labeling_proofs",
        PROOF ".labeling_proofs[1].parents",
        PROOF ".encoding_proof.parents",
        PROOF ".encoding_proof.parents[2]",
        "comm_r",
        "seed",
        "ticket",
    };
    char first[128];

    (void)state;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        snprintf(first, sizeof first, "%s[0]", arrays[i]);
        expect_mutant_refused(api, first, MUTATE_REMOVE, NULL, arrays[i], "wrong-length");
        expect_mutant_refused(api, arrays[i], MUTATE_LENGTHEN, NULL, arrays[i], "wrong-length");
        expect_mutant_refused(api, arrays[i], MUTATE_REPLACE, "[]", arrays[i], "wrong-length");
        expect_mutant_refused(api, arrays[i], MUTATE_REPLACE, "{}", arrays[i], "json-type");
        expect_mutant_refused(api, arrays[i], MUTATE_REPLACE, "7", arrays[i], "json-type");
    }
}

static const char *const api_fields[] = {
    "registered_proof",
    "vanilla_proofs",
    "comm_r",
    "comm_d",
    "replica_id",
    "seed",
    "ticket",
    PROOF ".comm_d_proofs",
    PROOF ".comm_d_proofs.data",
    DATA_D ".root",
    DATA_D ".leaf",
    DATA_D ".path",
    DATA_D ".path.path",
    DATA_D ".path.path[3].hashes",
    DATA_D ".path.path[3].index",
    PROOF ".comm_r_last_proof",
    COLUMNS,
    COLUMNS ".c_x",
    COLUMNS ".drg_parents",
    COLUMNS ".exp_parents",
    PARENT ".column",
    PARENT ".column.index",
    PARENT ".column.rows",
    PARENT ".column._h",
    PARENT ".inclusion_proof",
    PROOF ".labeling_proofs",
    PROOF ".labeling_proofs[0].parents",
    PROOF ".labeling_proofs[0].layer_index",
    PROOF ".labeling_proofs[0].node",
    PROOF ".encoding_proof",
    PROOF ".encoding_proof.parents",
    PROOF ".encoding_proof.layer_index",
    PROOF ".encoding_proof.node",
};

static void missing_doubled_and_misplaced_fields(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof api_fields / sizeof *api_fields; i++) {
        const char *at = api_fields[i];
        bool top = !strcmp(at, "vanilla_proofs"); /* without it, it is no known layout */
        const char *where = top ? "" : at;

        expect_mutant_refused(api, at, MUTATE_REMOVE, NULL, where, "missing-field");
        expect_mutant_refused(api, at, MUTATE_RENAME, NULL, where, "missing-field");
        expect_mutant_refused(api, at, MUTATE_DOUBLE, NULL, at, "doubled-field");
        if (strcmp(at, PARENT ".column._h"))
            expect_mutant_refused(api, at, MUTATE_REPLACE, "null", at, "json-type");
    }
}

static void wrong_variants(void **state)
{
    (void)state;
    expect_mutant_refused(api, "registered_proof", MUTATE_REPLACE, "\"StackedDrg2KiBV2\"",
                          "registered_proof", "unknown-variant");
    expect_mutant_refused(api, "registered_proof", MUTATE_REPLACE, "\"stackeddrg2kibv1_1\"",
                          "registered_proof", "unknown-variant");
    expect_mutant_refused(api, "registered_proof", MUTATE_REPLACE, "5", "registered_proof",
                          "json-type");
    /* of another size than the proofs */
    expect_mutant_refused(api, "registered_proof", MUTATE_REPLACE, "\"StackedDrg8MiBV1_1\"",
                          "vanilla_proofs", "unknown-variant");
    expect_mutant_refused(api, "vanilla_proofs.StackedDrg2KiBV1", MUTATE_RENAME, NULL,
                          "vanilla_proofs", "unknown-variant");
    expect_mutant_refused(api, "vanilla_proofs.StackedDrg2KiBV1", MUTATE_DOUBLE, NULL,
                          "vanilla_proofs", "unknown-variant");
    expect_mutant_refused(api, DATA_R, MUTATE_RENAME, NULL, PROOF ".comm_r_last_proof.data",
                          "unknown-variant");
    expect_mutant_refused(api, PARENT ".column._h", MUTATE_REPLACE, "0", PARENT ".column._h",
                          "json-type");
    expect_mutant_refused(api, PARENT ".column._h", MUTATE_REPLACE, "nul", PARENT ".column._h",
                          NULL);
}

static void a_bare_c1(void **state)
{
    static const char *const fields[] = {
        "comm_r", "comm_d", "replica_id", "seed", "ticket", "vanilla_proofs[0][1].encoding_proof"
    };

    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        expect_mutant_refused(bare, fields[i], MUTATE_REMOVE, NULL, fields[i], "missing-field");
        expect_mutant_refused(bare, fields[i], MUTATE_DOUBLE, NULL, fields[i], "doubled-field");
    }
    /* The size is told by the first path in tree D. */
    expect_mutant_refused(bare, "vanilla_proofs[0][0].comm_d_proofs", MUTATE_REMOVE, NULL,
                          "vanilla_proofs[0][0].comm_d_proofs", "missing-field");
    expect_mutant_refused(
        bare, "vanilla_proofs[0][0].comm_d_proofs.data.Single.path.path[0]", MUTATE_REMOVE, NULL,
        "vanilla_proofs[0][0].comm_d_proofs.data.Single.path.path", "wrong-length");
    expect_mutant_refused(bare, "vanilla_proofs", MUTATE_REPLACE, "[]", "vanilla_proofs",
                          "wrong-length");
    expect_mutant_refused(bare, "vanilla_proofs", MUTATE_REPLACE, "[[]]", "vanilla_proofs[0]",
                          "wrong-length");
    expect_mutant_refused(bare, "vanilla_proofs", MUTATE_REPLACE, "7", "vanilla_proofs",
                          "json-type");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_numbers),
        cmocka_unit_test(numbers_out_of_their_range),
        cmocka_unit_test(elements_above_the_modulus),
        cmocka_unit_test(zero_commitments),
        cmocka_unit_test(wrong_lengths),
        cmocka_unit_test(missing_doubled_and_misplaced_fields),
        cmocka_unit_test(wrong_variants),
        cmocka_unit_test(a_bare_c1),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
