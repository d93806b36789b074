/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading and writing vanilla proofs of PoSt and updates: the golden bytes back again, cut short at
 * every byte, wrong counts, tags, indices and elements, other kinds and sizes. */
#include "base/bytes.h"
#include "filecoin/vanilla_case.h"
#include "test.h"

static const struct {
    proof_kind kind;
    const char *dir;
    unsigned items;
} cases[] = {
    { KIND_WINNING, "winning-2k", 1 },
    { KIND_WINDOW, "window-2k", 2 },
    { KIND_UPDATE, "update-2k", 1 },
};

static bytes read_item(unsigned c, unsigned item)
{
    char name[64];

    snprintf(name, sizeof name, "golden/%s/vanilla-%u.bin", cases[c].dir, item);
    return fixture_read(name);
}

static cuzk_status read_as(proof_kind kind, const vanilla_items *items, const sector_shape *shape,
                           cuzk_error *err)
{
    update_vanilla update;
    post_vanilla post;
    cuzk_status s;

    memset(err, 0, sizeof *err);
    if (kind == KIND_UPDATE) {
        s = update_vanilla_read(&update, items, shape, err);
        assert_int_equal(s == CUZK_OK, update.arena != NULL);
        update_vanilla_free(&update);
    } else {
        s = post_vanilla_read(&post, items, kind, shape, err);
        assert_int_equal(s == CUZK_OK, post.arena != NULL);
        post_vanilla_free(&post);
    }
    assert_int_equal(err->status, s);
    return s;
}

static cuzk_status read_bytes(proof_kind kind, const uint8_t *data, size_t len,
                              const sector_shape *shape, cuzk_error *err)
{
    vanilla_items items = { 0 };
    cuzk_status s = vanilla_items_add(&items, data, len, "file", err);

    if (s == CUZK_OK)
        s = read_as(kind, &items, shape, err);
    vanilla_items_free(&items);
    return s;
}

/* The JSON, and each file by itself, are the same items, and are written back as they were. */
static void golden_bytes_again(void **state)
{
    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        vanilla_items items = { 0 }, again = { 0 };
        post_case post = { 0 };
        update_case update = { 0 };
        fixture_text t = { 0 };
        uint8_t *out[2];
        bytes json;
        char name[64];

        snprintf(name, sizeof name, "golden/%s/vanilla.json", cases[c].dir);
        json = fixture_read(name);
        assert_int_equal(vanilla_items_add(&items, json.data, json.len, NULL, NULL), CUZK_OK);
        assert_int_equal(items.n, cases[c].items);
        if (cases[c].kind == KIND_UPDATE)
            update_case_open(&update);
        else
            post_case_open(&post, cases[c].kind);
        for (unsigned i = 0; i < items.n; i++) {
            size_t len = cases[c].kind == KIND_UPDATE
                             ? update_partition_len(update.v.shape)
                             : post_sector_len(cases[c].kind, post.v.shape);
            bytes want = read_item(c, i);
            proof_kind kind;
            const sector_shape *shape;

            assert_int_equal(len, want.len);
            out[i] = malloc(len);
            if (cases[c].kind == KIND_UPDATE)
                update_partition_write(out[i], &update.v, i);
            else
                post_sector_write(out[i], &post.v, i);
            assert_memory_equal(out[i], want.data, len);
            assert_int_equal(items.item[i].len, len);
            assert_memory_equal(items.item[i].data, want.data, len);
            assert_true(vanilla_item_kind(&items.item[i], &kind, &shape));
            assert_int_equal(kind, cases[c].kind);
            assert_ptr_equal(shape, &sector_shapes[0]);
            assert_int_equal(vanilla_items_add(&again, out[i], len, "written", NULL), CUZK_OK);
            free(want.data);
        }
        assert_int_equal(vanilla_items_write(&again, fixture_append, &t), CUZK_OK);
        assert_int_equal(t.len, json.len);
        assert_memory_equal(t.data, json.data, json.len);
        for (unsigned i = 0; i < items.n; i++)
            free(out[i]);
        free(t.data);
        if (cases[c].kind == KIND_UPDATE)
            update_case_close(&update);
        else
            post_case_close(&post);
        vanilla_items_free(&items);
        vanilla_items_free(&again);
        free(json.data);
    }
}

static void cut_short(void **state)
{
    cuzk_error err;

    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        bytes b = read_item(c, 0);
        assert_int_equal(read_bytes(cases[c].kind, b.data, b.len, NULL, &err), CUZK_OK);
        for (size_t len = 0; len < b.len; len++) {
            bytes part = fixture_copy(b.data, len);
            for (int k = 0; k < 2; k++) {
                const sector_shape *shape = k ? &sector_shapes[0] : NULL;
                assert_int_equal(read_bytes(cases[c].kind, part.data, len, shape, &err),
                                 CUZK_BAD_INPUT);
                assert_string_equal(err.code, "truncated");
                assert_string_equal(err.file, "file");
                assert_true(err.section[0] && err.expected[0] && err.found[0]);
            }
            free(part.data);
        }
        bytes longer = fixture_copy(b.data, b.len);
        longer.data = realloc(longer.data, b.len + 1);
        longer.data[b.len] = 0;
        assert_int_equal(read_bytes(cases[c].kind, longer.data, b.len + 1, NULL, &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.code, "trailing");
        free(longer.data);
        free(b.data);
    }
}

static void nothing_at_all(void **state)
{
    cuzk_error err;

    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        assert_int_equal(read_bytes(cases[c].kind, NULL, 0, &sector_shapes[0], &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.code, "truncated");
    }
}

static void wrong_fields(void **state)
{
    /* In the winning item: sector_id 8, comm_r 32, count, paths; then the first path: tag 4, root,
     * leaf, levels at 124, the first level's hashes at 132, 7 nodes, index at 364. In the update:
     * comm_c, apex count at 32, 8 leaves, challenges at 296, the first path at 304. */
    static const struct {
        unsigned c;
        size_t at;
        uint64_t value;
        const char *section, *code;
    } changes[] = {
        { 0, 40, 2, "sectors", "wrong-length" },
        { 0, 40, 0, "sectors", "wrong-length" },
        { 0, 48, 65, "inclusion_proofs", "wrong-length" },
        { 0, 48, UINT64_MAX, "inclusion_proofs", "wrong-length" },
        { 0, 48, UINT64_C(1) << 60, "inclusion_proofs", "wrong-length" },
        { 0, 124, 3, "inclusion_proofs[0].path", "wrong-length" },
        { 0, 124, UINT64_MAX, "inclusion_proofs[0].path", "wrong-length" },
        { 0, 132, 6, "inclusion_proofs[0].path[0].hashes", "wrong-length" },
        { 0, 132, UINT64_C(1) << 40, "inclusion_proofs[0].path[0].hashes", "wrong-length" },
        { 0, 364, 8, "inclusion_proofs[0].path[0].index", "out-of-range" },
        { 0, 364, UINT64_C(1) << 32, "inclusion_proofs[0].path[0].index", "out-of-range" },
        { 0, 8 + 24, UINT64_MAX, "comm_r", "not-canonical" },
        { 0, 140 + 32 + 24, UINT64_MAX, "inclusion_proofs[0].path[0].hashes[1]", "not-canonical" },
        { 2, 24, UINT64_MAX, "comm_c", "not-canonical" },
        { 2, 32, 9, "apex_leafs", "wrong-length" },
        { 2, 32, UINT64_C(1) << 58, "apex_leafs", "wrong-length" },
        { 2, 40 + 7 * 32 + 24, UINT64_MAX, "apex_leafs[7]", "not-canonical" },
        { 2, 296, 11, "challenge_proofs", "wrong-length" },
        { 2, 304 + 68, 1, "challenge_proofs[0].proof_r_old.path", "wrong-length" },
    };
    cuzk_error err;

    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        bytes b = read_item(changes[i].c, 0);
        store_le64(b.data + changes[i].at, changes[i].value);
        assert_int_equal(
            read_bytes(cases[changes[i].c].kind, b.data, b.len, &sector_shapes[0], &err),
            CUZK_BAD_INPUT);
        assert_string_equal(err.section, changes[i].section);
        assert_string_equal(err.code, changes[i].code);
        free(b.data);
    }
    bytes b = read_item(0, 0);
    store_le32(b.data + 56, 1); /* two parts where the size has one */
    assert_int_equal(read_bytes(KIND_WINNING, b.data, b.len, &sector_shapes[0], &err),
                     CUZK_BAD_INPUT);
    assert_string_equal(err.code, "unknown-variant");
    free(b.data);
}

static void other_kinds_and_sizes(void **state)
{
    cuzk_error err;

    (void)state;
    for (unsigned c = 0; c < 3; c++) {
        bytes b = read_item(c, 0);
        for (unsigned as = 0; as < 3; as++) {
            const sector_shape *shapes[] = { NULL, &sector_shapes[0] };
            for (int k = 0; k < 2 && as != c; k++) {
                assert_int_equal(read_bytes(cases[as].kind, b.data, b.len, shapes[k], &err),
                                 CUZK_BAD_INPUT);
                assert_string_equal(err.code, "wrong-kind");
                assert_non_null(strstr(err.found, proof_kind_name(cases[c].kind)));
                assert_non_null(strstr(err.expected, proof_kind_name(cases[as].kind)));
            }
        }
        assert_int_equal(read_bytes(cases[c].kind, b.data, b.len, &sector_shapes[1], &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.code, "wrong-size");
        free(b.data);
    }
}

/* One item too many for an update, one of another kind among two. */
static void wrong_lists(void **state)
{
    bytes update = read_item(2, 0), window = read_item(1, 0), winning = read_item(0, 0);
    vanilla_items items = { 0 };
    cuzk_error err;

    (void)state;
    assert_int_equal(read_as(KIND_WINDOW, &items, NULL, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "wrong-length");
    assert_int_equal(vanilla_items_add(&items, update.data, update.len, "a", &err), CUZK_OK);
    assert_int_equal(read_as(KIND_UPDATE, &items, NULL, &err), CUZK_OK);
    assert_int_equal(vanilla_items_add(&items, update.data, update.len, "b", &err), CUZK_OK);
    assert_int_equal(read_as(KIND_UPDATE, &items, NULL, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "wrong-length");
    assert_string_equal(err.found, "2");
    vanilla_items_free(&items);
    assert_int_equal(vanilla_items_add(&items, window.data, window.len, "a", &err), CUZK_OK);
    assert_int_equal(vanilla_items_add(&items, winning.data, winning.len, "b", &err), CUZK_OK);
    assert_int_equal(read_as(KIND_WINDOW, &items, NULL, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "wrong-kind");
    assert_string_equal(err.file, "b");
    vanilla_items_free(&items);
    free(update.data);
    free(window.data);
    free(winning.data);
}

static void json_documents(void **state)
{
    static const struct {
        const char *text, *section, *code;
    } wrong[] = {
        { "[]", "", "wrong-length" },
        { "[", "[0]", NULL },
        { "[1]", "[0]", "json-type" },
        { "[\"AAAA\"", "", NULL },
        { "[\"AAAA\"] x", "", NULL },
        { "[\"AAAA\",]", "[1]", NULL },
        { "[\"AAA\"]", "[0]", "bad-base64" },
        { "[\"AA*A\"]", "[0]", "bad-base64" },
        { "[\"AAAA\",[\"AAAA\"]]", "[1]", "json-type" },
    };
    vanilla_items items = { 0 };
    cuzk_error err;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bytes b = fixture_copy(wrong[i].text, strlen(wrong[i].text));
        memset(&err, 0, sizeof err);
        assert_int_equal(vanilla_items_add(&items, b.data, b.len, "f.json", &err), CUZK_BAD_INPUT);
        assert_string_equal(err.section, wrong[i].section);
        assert_string_equal(err.file, "f.json");
        if (wrong[i].code)
            assert_string_equal(err.code, wrong[i].code);
        vanilla_items_free(&items);
        free(b.data);
    }
    const char *spaced = " [ \"AAECAw==\" ,\n\"/////w==\"]\n";
    assert_int_equal(vanilla_items_add(&items, (const uint8_t *)spaced, strlen(spaced), NULL, &err),
                     CUZK_OK);
    assert_int_equal(items.n, 2);
    assert_int_equal(items.item[0].len, 4);
    assert_memory_equal(items.item[0].data, "\0\1\2\3", 4);
    assert_memory_equal(items.item[1].data, "\xff\xff\xff\xff", 4);
    assert_int_equal(items.item[1].index, 1);
    vanilla_items_free(&items);
}

static void json_cut_short(void **state)
{
    bytes b = fixture_read("golden/update-2k/vanilla.json");
    vanilla_items items = { 0 };
    cuzk_error err = { 0 };

    (void)state;
    for (size_t len = 1; len < b.len; len += len < 100 || len + 100 > b.len ? 1 : 89) {
        bytes part = fixture_copy(b.data, len);
        assert_int_equal(vanilla_items_add(&items, part.data, len, "f.json", &err), CUZK_BAD_INPUT);
        assert_string_equal(err.file, "f.json");
        assert_true(err.code[0] && err.expected[0] && err.found[0]);
        vanilla_items_free(&items);
        free(part.data);
    }
    assert_int_equal(vanilla_items_add(&items, b.data, b.len, "f.json", &err), CUZK_OK);
    vanilla_items_free(&items);
    free(b.data);
}

/* "[" is also the low byte of a sector's number. */
static void sector_91(void **state)
{
    bytes b = read_item(1, 0);
    vanilla_items items = { 0 };
    post_vanilla v;

    (void)state;
    store_le64(b.data, UINT64_C(0x2222225b)); /* begins [""" */
    assert_int_equal(vanilla_items_add(&items, b.data, b.len, NULL, NULL), CUZK_OK);
    assert_int_equal(items.item[0].index, -1);
    assert_int_equal(post_vanilla_read(&v, &items, KIND_WINDOW, NULL, NULL), CUZK_OK);
    assert_int_equal(v.sectors[0].id, 0x2222225b);
    post_vanilla_free(&v);
    vanilla_items_free(&items);
    free(b.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_bytes_again),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(wrong_fields),
        cmocka_unit_test(other_kinds_and_sizes),
        cmocka_unit_test(wrong_lists),
        cmocka_unit_test(json_documents),
        cmocka_unit_test(json_cut_short),
        cmocka_unit_test(sector_91),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
