/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/fixture.h"
#include "base/bytes.h"
#include "test.h"

static bytes read_path(const char *path)
{
    FILE *f = fopen(path, "rb");
    bytes b;

    if (!f)
        print_error("cannot open %s\n", path);
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    b.len = (size_t)ftell(f);
    rewind(f);
    b.data = malloc(b.len + 1);
    assert_non_null(b.data);
    assert_int_equal(fread(b.data, 1, b.len, f), b.len);
    fclose(f);
    return b;
}

bytes fixture_read(const char *name)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", CUZK_TEST_DATA, name);
    return read_path(path);
}

bytes fixture_read_vector(const char *name)
{
    const char *dir = test_vectors();
    char path[1024];

    if (!dir)
        return (bytes) { 0 };
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return read_path(path);
}

json_t *fixture_json(const char *name)
{
    bytes b = fixture_read(name);
    json_t *j = json_loadb((const char *)b.data, b.len, 0, NULL);

    assert_non_null(j);
    free(b.data);
    return j;
}

void fixture_c1(c1 *out, const char *name)
{
    bytes b = fixture_read(name);
    cuzk_error err = { 0 };

    if (c1_parse(out, b.data, b.len, NULL, name, &err) != CUZK_OK)
        fail_msg("%s: %s: %s", err.file, err.section, err.message);
    free(b.data);
}

void fixture_hex32(uint8_t out[32], const json_t *object, const char *key)
{
    const char *hex = json_string_value(json_object_get(object, key));

    assert_non_null(hex);
    assert_true(hex_decode(out, 32, hex, strlen(hex)));
}

bytes fixture_copy(const void *data, size_t len)
{
    bytes b = { malloc(len ? len : 1), len };

    assert_non_null(b.data);
    memcpy(b.data, data, len);
    return b;
}

static void same_path(const merkle_proof *a, const merkle_proof *b)
{
    assert_memory_equal(&a->root, &b->root, 32);
    assert_memory_equal(&a->leaf, &b->leaf, 32);
    assert_int_equal(a->depth, b->depth);
    for (unsigned i = 0; i < a->depth; i++) {
        assert_int_equal(a->level[i].arity, b->level[i].arity);
        assert_int_equal(a->level[i].index, b->level[i].index);
        assert_memory_equal(a->level[i].siblings, b->level[i].siblings,
                            32 * (a->level[i].arity - 1));
    }
}

static void same_column(const column_proof *a, const column_proof *b)
{
    assert_int_equal(a->index, b->index);
    assert_memory_equal(a->rows, b->rows, sizeof a->rows);
    same_path(&a->inclusion, &b->inclusion);
}

static void same_proof(const porep_vanilla *a, const porep_vanilla *b)
{
    same_path(&a->comm_d, &b->comm_d);
    same_path(&a->comm_r_last, &b->comm_r_last);
    same_column(&a->c_x, &b->c_x);
    for (int i = 0; i < GRAPH_BASE_DEGREE; i++)
        same_column(&a->drg_parents[i], &b->drg_parents[i]);
    for (int i = 0; i < GRAPH_EXP_DEGREE; i++)
        same_column(&a->exp_parents[i], &b->exp_parents[i]);
    assert_memory_equal(a->labels, b->labels, sizeof a->labels);
    assert_memory_equal(&a->encoding, &b->encoding, sizeof a->encoding);
}

void fixture_same_c1(const c1 *a, const c1 *b)
{
    assert_ptr_equal(a->seal, b->seal);
    assert_memory_equal(&a->comm_r, &b->comm_r, 32);
    assert_memory_equal(&a->comm_d, &b->comm_d, 32);
    assert_memory_equal(&a->replica_id, &b->replica_id, 32);
    assert_memory_equal(a->seed, b->seed, 32);
    assert_memory_equal(a->ticket, b->ticket, 32);
    assert_int_equal(a->partitions, b->partitions);
    assert_int_equal(a->challenges, b->challenges);
    for (unsigned i = 0; i < a->partitions * a->challenges; i++)
        same_proof(&a->proofs[i], &b->proofs[i]);
}

cuzk_status fixture_append(void *ctx, const void *data, size_t len)
{
    fixture_text *t = ctx;

    if (len > t->room - t->len) {
        t->room = 2 * (t->len + len);
        t->data = realloc(t->data, t->room);
        assert_non_null(t->data);
    }
    memcpy(t->data + t->len, data, len);
    t->len += len;
    return CUZK_OK;
}
