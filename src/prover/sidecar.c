/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/sidecar.h"

#include "base/bytes.h"
#include "base/file.h"
#include "filecoin/json_scan.h"

#include <stdio.h>
#include <stdlib.h>

#define SCHEMA  "cuzk.dev-params.v1"
#define MAX_LEN 65536

static void print_hex(FILE *f, const char *key, const uint8_t bytes[32])
{
    char hex[65];

    hex_encode(hex, bytes, 32);
    fprintf(f, "\"%s\": \"%s\"", key, hex);
}

static void print_part(FILE *f, const sidecar_part *p)
{
    fprintf(f, "    {\"name\": \"%s\", \"offset\": %llu, \"points\": %llu, \"bytes\": %llu, ",
            p->name, (unsigned long long)p->offset, (unsigned long long)p->points,
            (unsigned long long)p->bytes);
    print_hex(f, "sha256", p->sha256);
    fputc('}', f);
}

static void print_sidecar(FILE *f, const sidecar *s)
{
    fprintf(f, "{\n  \"schema\": \"%s\",\n", SCHEMA);
    fprintf(f, "  \"warning\": \"development parameters: whoever made them can forge proofs\",\n");
    fprintf(f, "  \"circuit\": \"%s\",\n  ", s->circuit);
    print_hex(f, "circuit_sha256", s->circuit_sha256);
    fprintf(f, ",\n  \"inputs\": %llu,\n  \"aux\": %llu,\n  \"constraints\": %llu,\n",
            (unsigned long long)s->inputs, (unsigned long long)s->aux,
            (unsigned long long)s->constraints);
    fprintf(f, "  \"insecure_toxic\": %s,\n", s->insecure_toxic ? "true" : "false");
    fprintf(f, "  \"params_bytes\": %llu,\n  ", (unsigned long long)s->params_bytes);
    print_hex(f, "params_sha256", s->params_sha256);
    fprintf(f, ",\n  \"vk_bytes\": %llu,\n  ", (unsigned long long)s->vk_bytes);
    print_hex(f, "vk_sha256", s->vk_sha256);
    fprintf(f, ",\n  \"sections\": [\n");
    for (size_t i = 0; i < GROTH16_PARTS; i++) {
        print_part(f, &s->part[i]);
        fprintf(f, i + 1 < GROTH16_PARTS ? ",\n" : "\n");
    }
    fprintf(f, "  ]\n}\n");
}

cuzk_status sidecar_write(const char *path, const sidecar *s, cuzk_error *err)
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    cuzk_status status;
    bool failed;

    if (!f)
        return err_no_memory(err, "the sidecar", MAX_LEN);
    print_sidecar(f, s);
    failed = ferror(f) != 0;
    /* Out of memory in closing shows in the text alone. */
    if (fclose(f) != 0 || failed || len == 0) {
        free(text);
        return err_no_memory(err, "the sidecar", MAX_LEN);
    }
    status = file_write(path, text, len, err);
    free(text);
    return status;
}

static cuzk_status read_u64(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_u64(j, UINT64_MAX, into);
}

static cuzk_status read_name(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_string(j, into, SIDECAR_NAME_LEN);
}

static cuzk_status read_sha256(jscan *j, void *into, size_t index)
{
    char hex[66];
    (void)index;
    TRY(jscan_string(j, hex, sizeof hex));
    if (!hex_decode(into, 32, hex, strlen(hex)))
        return jscan_fail(j, "bad-hex", "64 hexadecimal digits", hex);
    return CUZK_OK;
}

static cuzk_status read_bool(jscan *j, void *into, size_t index)
{
    bool value = jscan_peek(j) == 't';
    (void)index;
    if (!value && jscan_current(j) != 'f')
        return jscan_unexpected(j, "true or false");
    *(bool *)into = value;
    return jscan_skip(j);
}

static cuzk_status read_schema(jscan *j, void *into, size_t index)
{
    char text[SIDECAR_NAME_LEN];
    (void)into;
    (void)index;
    TRY(jscan_string(j, text, sizeof text));
    return strcmp(text, SCHEMA) == 0 ? CUZK_OK : jscan_fail(j, "bad-schema", SCHEMA, text);
}

static cuzk_status read_part(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "name", read_name, offsetof(sidecar_part, name) },
        { "offset", read_u64, offsetof(sidecar_part, offset) },
        { "points", read_u64, offsetof(sidecar_part, points) },
        { "bytes", read_u64, offsetof(sidecar_part, bytes) },
        { "sha256", read_sha256, offsetof(sidecar_part, sha256) },
    };
    (void)index;
    return jscan_object(j, fields, sizeof fields / sizeof *fields, into);
}

static cuzk_status read_parts(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_array(j, GROTH16_PARTS, read_part, into, sizeof(sidecar_part));
}

cuzk_status sidecar_parse(sidecar *s, const uint8_t *data, size_t len, const char *name,
                          cuzk_error *err)
{
    static const jscan_field fields[] = {
        { "schema", read_schema, 0 },
        { "circuit", read_name, offsetof(sidecar, circuit) },
        { "circuit_sha256", read_sha256, offsetof(sidecar, circuit_sha256) },
        { "inputs", read_u64, offsetof(sidecar, inputs) },
        { "aux", read_u64, offsetof(sidecar, aux) },
        { "constraints", read_u64, offsetof(sidecar, constraints) },
        { "insecure_toxic", read_bool, offsetof(sidecar, insecure_toxic) },
        { "params_bytes", read_u64, offsetof(sidecar, params_bytes) },
        { "params_sha256", read_sha256, offsetof(sidecar, params_sha256) },
        { "vk_bytes", read_u64, offsetof(sidecar, vk_bytes) },
        { "vk_sha256", read_sha256, offsetof(sidecar, vk_sha256) },
        { "sections", read_parts, offsetof(sidecar, part) },
    };
    jscan j;

    memset(s, 0, sizeof *s);
    jscan_open(&j, data, len, name, err);
    TRY(jscan_object(&j, fields, sizeof fields / sizeof *fields, s));
    return jscan_end(&j);
}

cuzk_status sidecar_read(sidecar *s, const char *path, cuzk_error *err)
{
    file_map m;
    cuzk_status status;

    TRY(file_map_open(&m, path, err)); /* which waits for no pipe */
    if (m.len > MAX_LEN) {
        err_set(err, CUZK_BAD_INPUT, "too-long", "longer than the %d bytes it may have", MAX_LEN);
        err_at(err, path, NULL, -1);
        status = CUZK_BAD_INPUT;
    } else {
        status = sidecar_parse(s, m.data, m.len, path, err);
    }
    file_map_close(&m);
    return status;
}
