/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/golden.h"
#include "base/bytes.h"
#include "test.h"
#include <jansson.h>
#include <stdio.h>

static json_t *read_report(const char *path)
{
    char full[512];
    json_error_t error;
    snprintf(full, sizeof full, "%s/golden/%s", CUZK_TEST_DATA, path);
    json_t *root = json_load_file(full, 0, &error);
    if (!root)
        fail_msg("%s: %s", full, error.text);
    return root;
}

static uint64_t number(const json_t *object, const char *key)
{
    json_t *v = json_object_get(object, key);
    assert_true(json_is_integer(v));
    return (uint64_t)json_integer_value(v);
}

static void compare_number(const json_t *object, const char *key, uint64_t found)
{
    if (number(object, key) != found)
        fail_msg("%s: expected %llu, found %llu", key, (unsigned long long)number(object, key),
                 (unsigned long long)found);
}

static void compare_hex(const json_t *object, const char *key, const uint8_t found[32])
{
    char hex[65];
    hex_encode(hex, found, 32);
    const char *expected = json_string_value(json_object_get(object, key));
    assert_non_null(expected);
    if (strcmp(expected, hex) != 0)
        fail_msg("%s: expected %s, found %s", key, expected, hex);
}

static void compare_density(const json_t *report, const char *key, const bitmap *b)
{
    uint8_t sha256[32];
    const json_t *part = json_object_get(report, key);
    assert_non_null(part);
    compare_number(part, "count", bitmap_count(b));
    compare_number(part, "len", b->n);
    digest_bitmap(sha256, b);
    compare_hex(part, "sha256", sha256);
}

static void compare_matrix(const json_t *report, const char *key, const digest_matrix *m)
{
    const json_t *matrix = json_object_get(report, key);
    assert_non_null(matrix);
    compare_number(matrix, "nonzeros", m->terms);
    compare_number(matrix, "zero_coefficients", m->zeros);
    compare_number(matrix, "one_coefficients", m->ones);
    compare_number(matrix, "minus_one_coefficients", m->minus_ones);
    compare_number(matrix, "empty_lcs", m->empty);
    compare_number(matrix, "max_terms", m->longest);
}

/* First, for it says where a circuit begins to differ. */
static void compare_checkpoints(const json_t *report, const circuit_digest *d)
{
    const json_t *list = json_object_get(report, "checkpoints"), *c;
    size_t i;
    json_array_foreach(list, i, c)
    {
        if (i >= d->n_checkpoints)
            break;
        const digest_checkpoint *found = &d->checkpoints[i];
        char hex[65];
        hex_encode(hex, found->sha256, 32);
        if (strcmp(hex, json_string_value(json_object_get(c, "sha256"))) != 0 ||
            number(c, "aux") != found->at.n_aux || number(c, "inputs") != found->at.n_inputs)
            fail_msg("differs before row %llu, ours at %s", (unsigned long long)found->at.n_rows,
                     found->path);
    }
    assert_int_equal(json_array_size(list), d->n_checkpoints);
}

static void compare_digest(const json_t *report, const circuit_digest *d)
{
    compare_checkpoints(report, d);
    compare_number(report, "inputs", d->counts.n_inputs);
    compare_number(report, "aux", d->counts.n_aux);
    compare_number(report, "constraints", d->counts.n_rows);
    compare_number(report, "circuit_constraints", d->n_circuit_rows);
    compare_number(report, "domain_size", digest_domain_size(d->counts.n_rows));
    compare_hex(report, "circuit_sha256", d->circuit_sha256);
    compare_hex(report, "sha256", d->sha256);
    compare_matrix(report, "a", &d->a);
    compare_matrix(report, "b", &d->b);
    compare_matrix(report, "c", &d->c);
    compare_density(report, "a_aux_density", &d->density.a_aux);
    compare_density(report, "b_input_density", &d->density.b_input);
    compare_density(report, "b_aux_density", &d->density.b_aux);
}

static void compare_report(const json_t *report, const circuit *c, bool witnessed)
{
    circuit_digest d;
    cuzk_error err;
    unsigned lg = (unsigned)number(report, "interval_log2");
    if (digest_make(&d, c, lg, &err) != CUZK_OK)
        fail_msg("%s: %s", c->id, err.message);
    compare_digest(report, &d);
    if (witnessed) {
        compare_hex(report, "aux_assignment_sha256", d.aux_sha256);
        compare_hex(report, "input_assignment_sha256", d.input_sha256);
    }
    digest_free(&d);
}

void golden_compare_blank(const char *path, const circuit *c)
{
    json_t *root = read_report(path);
    compare_report(json_object_get(root, "blank"), c, false);
    json_decref(root);
}

void golden_compare_witnessed(const char *path, unsigned partition, const circuit *c)
{
    json_t *root = read_report(path);
    const json_t *p = json_array_get(json_object_get(root, "partitions"), partition);
    assert_non_null(p);
    compare_report(json_object_get(p, "digest"), c, true);
    json_decref(root);
}
