/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every published parameter file name made again from the description it is the hash of. */
#include "base/bytes.h"
#include "filecoin/fixture.h"
#include "filecoin/param_names.h"
#include "hash/sha256.h"
#include "test.h"

static unsigned long long window_sectors(const sector_shape *s)
{
    return s->layers == 2 ? 2 : s->top_arity ? 2300 : 2349;
}

static void describe(const param_set *p, char prefix[128], char text[512])
{
    const sector_shape *s = p->shape;
    unsigned long long nodes = s->nodes, size = s->size;
    char tree[64];

    snprintf(tree, sizeof tree, "merkletree-poseidon_hasher-%u-%u-%u", s->base_arity, s->sub_arity,
             s->top_arity);
    switch (p->kind) {
    case KIND_POREP:
        snprintf(prefix, 128, "stacked-proof-of-replication-%s-sha256_hasher", tree);
        snprintf(text, 512,
                 "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{"
                 "expansion_degree: 8 base_graph: drgraph::BucketGraph{size: %llu; degree: 6; "
                 "hasher: poseidon_hasher} }, challenges: LayerChallenges { layers: %u, "
                 "max_count: %u }, tree: %s }",
                 nodes, s->layers, s->challenges, tree);
        break;
    case KIND_WINNING:
    case KIND_WINDOW:
        snprintf(prefix, 128, "proof-of-spacetime-fallback-%s", tree);
        snprintf(text, 512,
                 "FallbackPoSt::PublicParams{sector_size: %llu, challenge_count: %d, "
                 "sector_count: %llu}",
                 size, p->kind == KIND_WINNING ? 1 : 10,
                 p->kind == KIND_WINNING ? 66 : window_sectors(s));
        break;
    case KIND_UPDATE:
        snprintf(prefix, 128, "empty-sector-update-%s%s", p->poseidon_update ? "poseidon-" : "",
                 tree);
        snprintf(text, 512, "empty_sector_update::PublicParams{ sector_nodes: %llu }", nodes);
        break;
    }
}

static void names_are_hashes(void **state)
{
    (void)state;
    for (size_t i = 0; i < PARAM_SETS; i++) {
        char prefix[128], text[512], hex[65], name[256];
        uint8_t digest[32];

        describe(&param_sets[i], prefix, text);
        sha256(digest, text, strlen(text));
        hex_encode(hex, digest, sizeof digest);
        snprintf(name, sizeof name, "v28-%s-%s", prefix, hex);
        assert_string_equal(param_sets[i].name, name);
        assert_int_equal(strlen(param_sets[i].params_digest), 32);
        assert_int_equal(strlen(param_sets[i].vk_digest), 32);
    }
}

/* The published list: every file of it is one of ours, with its digest and size. */
static void the_published_list(void **state)
{
    bytes b = fixture_read_vector("rust-fil-proofs-vectors/parameters-v28.json");
    const char *name;
    json_t *entry;

    (void)state;
    if (!b.data)
        skip();
    json_t *list = json_loadb((const char *)b.data, b.len, 0, NULL);
    assert_int_equal(json_object_size(list), 2 * PARAM_SETS);
    json_object_foreach(list, name, entry)
    {
        param_file file;
        const param_set *p = param_set_by_file(name, &file);
        assert_non_null(p);
        assert_int_not_equal(file, PARAM_FILE_META);
        assert_string_equal(file == PARAM_FILE_VK ? p->vk_digest : p->params_digest,
                            json_string_value(json_object_get(entry, "digest")));
        assert_int_equal(p->shape->size, json_integer_value(json_object_get(entry, "sector_size")));
    }
    json_decref(list);
    free(b.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(names_are_hashes),
                                        cmocka_unit_test(the_published_list) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
