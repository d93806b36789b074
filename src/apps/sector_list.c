/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/sector_list.h"
#include "apps/cli/value.h"
#include "apps/limits.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_GIVEN 64

static cuzk_status reserve(sector_list *l, size_t n, cuzk_error *err)
{
    l->sector = calloc(n ? n : 1, sizeof *l->sector);
    return l->sector ? CUZK_OK : memory_error(err);
}

/* "42=d3f6..." */
static cuzk_status read_option(cuzk_sector_claim *out, const char *text, cuzk_error *err)
{
    const char *equals = strchr(text, '=');
    char number[24] = "";
    cuzk_status s;

    if (!equals || equals - text >= (ptrdiff_t)sizeof number)
        return usage_error(err, "--sector: \"%.80s\" is not a number, = and 64 hexadecimal digits",
                           text);
    memcpy(number, text, (size_t)(equals - text));
    s = value_integer(&out->sector, "sector", number, 0, UINT64_MAX, err);
    return s == CUZK_OK ? value_hex(out->comm_r, 32, "sector", equals + 1, err) : s;
}

static cuzk_status malformed(cuzk_error *err, const char *path, int64_t index, const char *message)
{
    memset(err, 0, sizeof *err);
    err->status = CUZK_BAD_INPUT;
    err->index = index;
    snprintf(err->code, sizeof err->code, "bad-json");
    snprintf(err->message, sizeof err->message, "%s", message);
    snprintf(err->file, sizeof err->file, "%s", path);
    snprintf(err->section, sizeof err->section, "sectors");
    return CUZK_BAD_INPUT;
}

static cuzk_status read_entry(cuzk_sector_claim *out, const json_t *entry, const char *path,
                              size_t i, cuzk_error *err)
{
    const json_t *number = json_object_get(entry, "sector");
    const char *comm_r = json_string_value(json_object_get(entry, "comm_r"));
    cuzk_error bad;

    if (!json_is_integer(number) || json_integer_value(number) < 0 || !comm_r)
        return malformed(err, path, (int64_t)i,
                         "not an object of a sector, an integer, and a comm_r, a string");
    out->sector = (uint64_t)json_integer_value(number);
    if (value_hex(out->comm_r, 32, "comm_r", comm_r, &bad) != CUZK_OK)
        return malformed(err, path, (int64_t)i, "comm_r is not 64 hexadecimal digits");
    return CUZK_OK;
}

static cuzk_status read_file(sector_list *l, const char *path, cuzk_error *err)
{
    cuzk_bytes file = { 0 };
    cuzk_status s = cuzk_file_read(&file, path, MAX_SECTORS_LEN, err);
    json_t *root;

    if (s != CUZK_OK)
        return s;
    root = json_loadb(file.data, file.len, JSON_REJECT_DUPLICATES, NULL);
    cuzk_file_free(&file);
    if (!json_is_array(root)) {
        json_decref(root);
        return malformed(err, path, -1, "the file is not a JSON array");
    }
    s = reserve(l, json_array_size(root), err);
    for (size_t i = 0; i < json_array_size(root) && s == CUZK_OK; i++)
        s = read_entry(&l->sector[l->n++], json_array_get(root, i), path, i, err);
    json_decref(root);
    return s;
}

cuzk_status sector_list_read(sector_list *l, const invocation *in, cuzk_error *err)
{
    const char *text[MAX_GIVEN], *path = invocation_value(in, "sectors");
    size_t n = 0;
    cuzk_status s = invocation_all(in, "sector", text, MAX_GIVEN, &n, err);

    if (s == CUZK_OK && !path == !n)
        s = usage_error(err, "one of --sector and --sectors is needed");
    if (s == CUZK_OK && path)
        s = read_file(l, path, err);
    else if (s == CUZK_OK)
        s = reserve(l, n, err);
    for (size_t i = 0; i < n && s == CUZK_OK; i++)
        s = read_option(&l->sector[l->n++], text[i], err);
    if (s != CUZK_OK)
        sector_list_free(l);
    return s;
}

void sector_list_free(sector_list *l)
{
    free(l->sector);
    *l = (sector_list) { 0 };
}
