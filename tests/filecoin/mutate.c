/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/mutate.h"
#include "filecoin/fixture.h"
#include "test.h"

#define MARK "\"@@mark@@\""

/* The container of what the path ends in, and that last step: a key, or an index. */
static json_t *walk(json_t *doc, const char *path, char key[64], size_t *index)
{
    json_t *at = doc, *parent = NULL;

    while (*path) {
        parent = at;
        if (*path == '[') {
            *index = strtoul(path + 1, NULL, 10);
            key[0] = 0;
            at = json_array_get(parent, *index);
            path = strchr(path, ']') + 1;
        } else {
            size_t len = strcspn(path, ".[");
            memcpy(key, path, len);
            key[len] = 0;
            at = json_object_get(parent, key);
            path += len;
        }
        if (*path == '.')
            path++;
        assert_non_null(at);
    }
    return parent;
}

/* text with the mark, which stands in it once, replaced */
static char *put_raw(char *text, const char *mark, const char *raw)
{
    char *at = strstr(text, mark), *out = malloc(strlen(text) + strlen(raw) + 1);

    assert_non_null(at);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, raw, at + strlen(mark));
    free(text);
    return out;
}

static void set(json_t *parent, const char *key, size_t index, json_t *value)
{
    if (key[0])
        json_object_set_new(parent, key, value);
    else
        json_array_set_new(parent, index, value);
}

char *mutate(const json_t *doc, const char *path, mutation how, const char *raw)
{
    json_t *copy = json_deep_copy(doc);
    char key[64] = "", quoted[80], *text;
    size_t index = 0;
    json_t *parent = walk(copy, path, key, &index);
    json_t *value = key[0] ? json_object_get(parent, key) : json_array_get(parent, index);

    switch (how) {
    case MUTATE_REPLACE:
        set(parent, key, index, json_string("@@mark@@"));
        break;
    case MUTATE_REMOVE:
        if (key[0])
            json_object_del(parent, key);
        else
            json_array_remove(parent, index);
        break;
    case MUTATE_DOUBLE:
        json_object_set(parent, "@@mark@@", value);
        break;
    case MUTATE_RENAME:
        json_object_set(parent, "misplaced", value);
        json_object_del(parent, key);
        break;
    case MUTATE_LENGTHEN:
        json_array_append(value, json_array_get(value, json_array_size(value) - 1));
        break;
    }
    text = json_dumps(copy, JSON_COMPACT);
    json_decref(copy);
    if (how == MUTATE_REPLACE)
        return put_raw(text, MARK, raw);
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    return how == MUTATE_DOUBLE ? put_raw(text, MARK, quoted) : text;
}

void expect_refused(const void *text, size_t len, const char *section, const char *code)
{
    bytes b = fixture_copy(text, len);
    cuzk_error err = { 0 };
    c1 c;

    assert_int_equal(c1_parse(&c, b.data, len, NULL, "some.json", &err), CUZK_BAD_INPUT);
    assert_null(c.arena);
    assert_string_equal(err.file, "some.json");
    if ((section && strcmp(err.section, section)) || (code && strcmp(err.code, code)))
        fail_msg("expected %s %s, got %s %s (%s)", section, code, err.section, err.code,
                 err.message);
    assert_int_equal(c1_parse(&c, b.data, len, NULL, NULL, NULL), CUZK_BAD_INPUT);
    free(b.data);
}

void expect_mutant_refused(const json_t *doc, const char *path, mutation how, const char *raw,
                           const char *section, const char *code)
{
    char *text = mutate(doc, path, how, raw);

    expect_refused(text, strlen(text), section, code);
    free(text);
}
