/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tables: sector shapes, registered seals, kinds, parameter file lengths. */
#include "filecoin/param_names.h"
#include "filecoin/proof_kind.h"
#include "filecoin/sector.h"
#include "test.h"

static void shapes_are_consistent(void **state)
{
    (void)state;
    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        const sector_shape *s = &sector_shapes[i];
        uint32_t arity[32];
        unsigned depth = sector_tree_arities(s, arity);
        uint64_t leaves = 1;

        assert_int_equal(s->size, s->nodes * 32);
        assert_int_equal(s->nodes, UINT64_C(1) << s->lg_nodes);
        for (unsigned d = 0; d < depth; d++)
            leaves *= arity[d];
        assert_int_equal(leaves, s->nodes);
        assert_true(s->layers <= SECTOR_MAX_LAYERS && s->challenges <= SECTOR_MAX_CHALLENGES);
        assert_ptr_equal(sector_shape_find(s->name), s);
        assert_ptr_equal(sector_shape_find(s->short_id), s);
        assert_ptr_equal(sector_shape_by_size(s->size), s);
    }
    assert_string_equal(sector_shape_find("34359738368")->name, "32GiB");
    assert_string_equal(sector_shape_find("8mib")->name, "8MiB");
    assert_string_equal(sector_shape_find("64G")->name, "64GiB");
}

static void unknown_sizes_are_refused(void **state)
{
    static const char *const bad[] = { "",      "2",     "2KB",
                                       "2 KiB", "-2048", "+2048",
                                       " 2048", "2048 ", "36893488147419105280" /* 2^65 + 2048 */ };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_null(sector_shape_find(bad[i]));
    assert_null(sector_shape_by_size(0));
    assert_null(sector_shape_by_size(4096));
}

static void seals_are_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < REGISTERED_SEALS; i++) {
        const registered_seal *r = &registered_seals[i];
        char number[8], go[96];
        uint8_t id[32], want[32] = { (uint8_t)i };

        assert_int_equal(r->number, i);
        assert_ptr_equal(r->shape, &sector_shapes[i % 5]);
        assert_int_equal(r->version, i < 5 ? POREP_V1_0 : i < 10 ? POREP_V1_1 : POREP_V1_2);
        assert_non_null(strstr(r->name, r->shape->name));
        snprintf(number, sizeof number, "%zu", i);
        snprintf(go, sizeof go, "registeredsealproof_%s", r->name);
        assert_ptr_equal(registered_seal_find(r->name), r);
        assert_ptr_equal(registered_seal_find(number), r);
        assert_ptr_equal(registered_seal_find(go), r);
        registered_seal_porep_id(r, id);
        assert_memory_equal(id, want, 32);
    }
    assert_ptr_equal(registered_seal_find("stackeddrg2kibv1_1"), &registered_seals[5]);
    assert_ptr_equal(registered_seal_default(&sector_shapes[3]), &registered_seals[8]);
    assert_int_equal(registered_seal_partitions(&registered_seals[8]), 10);
    assert_int_equal(registered_seal_partitions(&registered_seals[18]), 126);
    assert_int_equal(registered_seal_partitions(&registered_seals[15]), 13);
}

static void unknown_seals_are_refused(void **state)
{
    static const char *const bad[] = { "",
                                       "20",
                                       "-1",
                                       "5x",
                                       "StackedDrg4KiBV1",
                                       "StackedDrg2KiBV1_",
                                       "RegisteredSealProof_",
                                       "StackedDrg2KiBV1_2" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_null(registered_seal_find(bad[i]));
}

static void kinds_by_every_name(void **state)
{
    static const struct {
        const char *name;
        proof_kind kind;
    } good[] = { { "porep", KIND_POREP },         { "PoRep-C2", KIND_POREP },
                 { "seal-commit", KIND_POREP },   { "winning", KIND_WINNING },
                 { "winningpost", KIND_WINNING }, { "WPOST", KIND_WINDOW },
                 { "window-post", KIND_WINDOW },  { "update", KIND_UPDATE },
                 { "snap-deals", KIND_UPDATE } };
    proof_kind kind = KIND_UPDATE;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(proof_kind_find(good[i].name, &kind));
        assert_int_equal(kind, good[i].kind);
    }
    kind = KIND_WINDOW;
    assert_false(proof_kind_find("", &kind));
    assert_false(proof_kind_find("poreps", &kind));
    assert_int_equal(kind, KIND_WINDOW);
}

/* Lengths worked out from the counts, next to what is published: 44 GiB, 57 GiB, 184 MiB. */
static void parameter_lengths(void **state)
{
    static const struct {
        proof_kind kind;
        const char *size;
        uint64_t vk, params;
    } known[] = {
        { KIND_POREP, "2KiB", 4708, 1114707768 },       { KIND_POREP, "8MiB", 4708, 1429027896 },
        { KIND_POREP, "512MiB", 4708, 1988841144 },     { KIND_POREP, "32GiB", 32356, 47373928632 },
        { KIND_POREP, "64GiB", 32356, 47624967288 },    { KIND_WINNING, "2KiB", 13636, 47299128 },
        { KIND_WINDOW, "2KiB", 3076, 11501496 },        { KIND_WINNING, "32GiB", 13636, 192050232 },
        { KIND_WINDOW, "32GiB", 2481508, 60780374232 }, { KIND_UPDATE, "2KiB", 1348, 655789464 },
        { KIND_UPDATE, "32GiB", 1348, 34453501368 },    { KIND_UPDATE, "64GiB", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const param_set *p = param_set_find(known[i].kind, sector_shape_find(known[i].size));
        assert_non_null(p);
        assert_int_equal(param_set_vk_len(p), known[i].vk);
        assert_int_equal(param_set_params_len(p), known[i].params);
    }
}

static void parameter_files_by_name(void **state)
{
    char name[PARAM_NAME_MAX], path[PARAM_NAME_MAX + 16], id[32];
    param_file file;

    (void)state;
    for (size_t i = 0; i < PARAM_SETS; i++) {
        for (int f = PARAM_FILE_PARAMS; f <= PARAM_FILE_META; f++) {
            param_set_file_name(&param_sets[i], (param_file)f, name);
            snprintf(path, sizeof path, "/a.b/c/%s", name);
            assert_ptr_equal(param_set_by_file(path, &file), &param_sets[i]);
            assert_int_equal(file, f);
            name[strlen(name) - 1] = 0;
            assert_null(param_set_by_file(name, &file));
        }
        assert_null(param_set_by_file(param_sets[i].name, &file));
    }
    assert_null(param_set_by_file("", &file));
    param_set_circuit_id(param_set_find(KIND_WINDOW, &sector_shapes[3]), id);
    assert_string_equal(id, "wpost-32g");
    param_set_circuit_id(param_set_find(KIND_UPDATE, &sector_shapes[4]), id);
    assert_string_equal(id, "snap-64g");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_consistent),   cmocka_unit_test(unknown_sizes_are_refused),
        cmocka_unit_test(seals_are_in_order),      cmocka_unit_test(unknown_seals_are_refused),
        cmocka_unit_test(kinds_by_every_name),     cmocka_unit_test(parameter_lengths),
        cmocka_unit_test(parameter_files_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
