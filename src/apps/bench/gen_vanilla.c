/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/gen_vanilla.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "base/bytes.h"
#include "base/file.h"

typedef struct sink {
    file_out out;
    cuzk_error *err;
} sink;

static cuzk_status write_piece(void *ctx, const void *data, size_t len)
{
    sink *s = ctx;

    return file_out_write(&s->out, data, len, s->err);
}

static cuzk_status add_items(vanilla_items *v, const uint8_t *items, size_t n, size_t len,
                             cuzk_error *err)
{
    for (size_t i = 0; i < n; i++)
        TRY(vanilla_items_add(v, items + i * len, len, NULL, err));
    return CUZK_OK;
}

cuzk_status gen_vanilla_write(const char *path, const uint8_t *items, size_t n, size_t len,
                              cuzk_error *err)
{
    vanilla_items v = { 0 };
    sink s = { .out = { .fd = -1 }, .err = err };
    cuzk_status status = add_items(&v, items, n, len, err);

    if (status == CUZK_OK)
        status = file_out_open(&s.out, path, 4 * n * len / 3, 0644, err);
    if (status == CUZK_OK)
        status = vanilla_items_write(&v, write_piece, &s);
    if (status == CUZK_OK)
        status = file_out_commit(&s.out, err);
    file_out_abort(&s.out);
    vanilla_items_free(&v);
    return status;
}

void gen_vanilla_show(const invocation *in, const char *path, size_t n)
{
    bool synthetic = invocation_value(in, "synthetic") != NULL;

    out_boolean(in->out, "synthetic", synthetic);
    out_text(in->out, "out", path);
    out_integer(in->out, "items", n);
    say(in, "%s: %zu vanilla proof%s%s", path, n, n == 1 ? "" : "s",
        synthetic ? ", SYNTHETIC: they verify, but of nothing anybody stores" : "");
}

void gen_vanilla_show_hex(const invocation *in, const char *name, const uint8_t bytes[32])
{
    char hex[65];

    hex_encode(hex, bytes, 32);
    out_text(in->out, name, hex);
    say(in, "  %-10s %s", name, hex);
}

cuzk_status gen_vanilla_sources(const invocation *in, const char *const *files, cuzk_error *err)
{
    bool synthetic = invocation_value(in, "synthetic") != NULL;

    for (; *files; files++) {
        if (synthetic && invocation_value(in, *files))
            return usage_error(err, "--synthetic makes sectors up: there is no --%s", *files);
        if (!synthetic && !invocation_value(in, *files))
            return usage_error(err, "--%s is needed, or --synthetic", *files);
    }
    return CUZK_OK;
}
