/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made-up vanilla proofs of every size verify, and are written and read again. */
#include "filecoin/vanilla_fabricate.h"
#include "test.h"

static work w;

static int open_all(void **state)
{
    (void)state;
    return work_init(&w, 2, 0, NULL) == CUZK_OK ? 0 : -1;
}

static int close_all(void **state)
{
    (void)state;
    work_free(&w);
    return 0;
}

static void read_post_again(const post_vanilla *v, const post_statement *s)
{
    size_t len = post_sector_len(v->kind, v->shape);
    uint8_t *out = malloc(v->n_sectors * len);
    vanilla_items items = { 0 };
    cuzk_error err = { 0 };
    post_vanilla again;

    for (size_t i = 0; i < v->n_sectors; i++) {
        post_sector_write(out + i * len, v, i);
        assert_int_equal(vanilla_items_add(&items, out + i * len, len, NULL, NULL), CUZK_OK);
    }
    if (post_vanilla_read(&again, &items, v->kind, NULL, &err) != CUZK_OK)
        fail_msg("%s: %s", err.section, err.message);
    assert_ptr_equal(again.shape, v->shape); /* as its first path implies */
    assert_int_equal(post_vanilla_verify(&again, 0, s, &w, NULL), CUZK_OK);
    post_vanilla_free(&again);
    vanilla_items_free(&items);
    free(out);
}

static void posts(void **state)
{
    post_sector_claim claims[3];

    (void)state;
    for (unsigned i = 0; i < REGISTERED_POSTS; i++) {
        post_statement s = { .post = &registered_posts[i], .randomness = { 9 }, .sectors = claims };
        cuzk_error err = { 0 };
        post_vanilla v;

        s.n_sectors = registered_post_sectors(s.post) < 3 ? registered_post_sectors(s.post) : 3;
        assert_int_equal(post_fabricate(&v, claims, s.post, s.randomness, 100, s.n_sectors, NULL),
                         CUZK_OK);
        if (post_vanilla_verify(&v, 0, &s, &w, &err) != CUZK_OK)
            fail_msg("%s: %s", s.post->name, err.message);
        read_post_again(&v, &s);
        s.randomness[0] ^= 1;
        assert_int_equal(post_vanilla_verify(&v, 0, &s, &w, NULL), CUZK_NO);
        post_vanilla_free(&v);
    }
}

static void read_update_again(const update_vanilla *v, const update_statement *s)
{
    size_t len = update_partition_len(v->shape);
    uint8_t *out = malloc(v->shape->partitions * len);
    vanilla_items items = { 0 };
    cuzk_error err = { 0 };
    update_vanilla again;

    for (unsigned k = 0; k < v->shape->partitions; k++) {
        update_partition_write(out + k * len, v, k);
        assert_int_equal(vanilla_items_add(&items, out + k * len, len, NULL, NULL), CUZK_OK);
    }
    if (update_vanilla_read(&again, &items, NULL, &err) != CUZK_OK)
        fail_msg("%s: %s", err.section, err.message);
    assert_ptr_equal(again.shape, v->shape);
    assert_int_equal(update_vanilla_verify(&again, s, &w, NULL), CUZK_OK);
    update_vanilla_free(&again);
    items.n = 1; /* one partition of them */
    assert_int_equal(update_vanilla_read_some(&again, &items, NULL, NULL), CUZK_OK);
    assert_memory_equal(&again.partitions[0].comm_c, &v->partitions[0].comm_c, 32);
    update_vanilla_free(&again);
    assert_int_equal(update_vanilla_read(&again, &items, NULL, NULL),
                     v->shape->partitions == 1 ? CUZK_OK : CUZK_BAD_INPUT);
    update_vanilla_free(&again);
    vanilla_items_free(&items);
    free(out);
}

/* Two partitions in each other's place. */
static void refuse_other_order(update_vanilla *v, const update_statement *s)
{
    const update_partition first = v->partitions[0];
    cuzk_error err = { 0 };

    v->partitions[0] = v->partitions[1];
    v->partitions[1] = first;
    assert_int_equal(update_vanilla_verify(v, s, &w, &err), CUZK_NO);
    assert_string_equal(err.code, "wrong-leaf-index");
    assert_string_equal(err.section, "partition 0 challenge 0 apex_leafs");
    assert_string_equal(err.expected, "0");
    assert_string_equal(err.found, "1");
}

static void updates(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SECTOR_SHAPES; i++) {
        cuzk_error err = { 0 };
        update_statement s;
        update_vanilla v;

        assert_int_equal(update_fabricate(&v, &s, &update_shapes[i], NULL), CUZK_OK);
        if (update_vanilla_verify(&v, &s, &w, &err) != CUZK_OK)
            fail_msg("%s: %s", sector_shapes[i].name, err.message);
        read_update_again(&v, &s);
        if (update_shapes[i].partitions > 1)
            refuse_other_order(&v, &s);
        update_vanilla_free(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(posts), cmocka_unit_test(updates) };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
