/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "golden_setup.h"
#include "base/bytes.h"
#include "support.h"

static void assert_hex(const uint8_t sha256[32], const json_t *object, const char *key)
{
    char hex[65];
    hex_encode(hex, sha256, 32);
    assert_string_equal(hex, text_of(object, key));
}

void same_as_golden_setup(const groth16_digests *d, const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "%s.setup.json", name);
    json_t *root = load_json(in_dir(GOLDEN "setup", file));
    json_t *sections = json_object_get(root, "sections");
    assert_int_equal(json_array_size(sections), GROTH16_PARTS);
    for (size_t i = 0; i < GROTH16_PARTS; i++) {
        json_t *s = json_array_get(sections, i);
        json_t *count = json_object_get(s, "count");
        assert_string_equal(d->part[i].name, text_of(s, "name"));
        assert_int_equal(d->part[i].offset, json_integer_value(json_object_get(s, "offset")));
        assert_int_equal(d->part[i].len, json_integer_value(json_object_get(s, "bytes")));
        assert_int_equal(d->part[i].n, count ? json_integer_value(count) : 1);
        assert_hex(d->part_sha256[i], s, "sha256");
    }
    assert_hex(d->params_sha256, root, "params_sha256");
    assert_hex(d->vk_sha256, root, "vk_sha256");
    assert_int_equal(d->params_len, json_integer_value(json_object_get(root, "params_bytes")));
    assert_int_equal(d->vk_len, json_integer_value(json_object_get(root, "vk_bytes")));
    json_decref(root);
}
