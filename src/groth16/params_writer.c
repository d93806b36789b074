/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/params_writer.h"
#include "base/bytes.h"
#include "base/random.h"
#include "curve/encoding.h"

#define EXPAND_GRAIN 2048
#define ENCODE_GRAIN 1024
#define SCALARS_LEN  (WRITER_CHUNK * sizeof(fr))
#define POINTS_LEN   (WRITER_CHUNK * sizeof(g2_affine))
#define BYTES_LEN    ((size_t)WRITER_CHUNK * G2_UNCOMPRESSED_LEN)

/* A chunk on its way through the steps below. */
typedef struct chunk {
    params_writer *pw;
    const fr_view *scalars;
    size_t at, n;
    size_t point_len;
    sha256_state *part;
} chunk;

static void expand_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const chunk *c = ctx;
    (void)thread;
    fr_view_expand(c->scalars, c->at + begin, end - begin, c->pw->scalars + begin);
}

static void encode_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const chunk *c = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        if (c->point_len == G1_UNCOMPRESSED_LEN)
            g1_to_uncompressed(c->pw->bytes + i * c->point_len, (g1_affine *)c->pw->points + i);
        else
            g2_to_uncompressed(c->pw->bytes + i * c->point_len, (g2_affine *)c->pw->points + i);
}

/* The file's digest and the part's, at the same time. */
static void digest_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const chunk *c = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        sha256_update(i == 0 ? &c->pw->whole : c->part, c->pw->bytes, c->n * c->point_len);
}

static cuzk_status put(params_writer *pw, const void *data, size_t len, cuzk_error *err)
{
    sha256_update(&pw->whole, data, len);
    return file_out_write(&pw->file, data, len, err);
}

static cuzk_status write_section(params_writer *pw, groth16_section s, const fixed_base_g1 *t1,
                                 const fixed_base_g2 *t2, const fr_view *scalars, cuzk_error *err)
{
    uint8_t count[4];
    sha256_state part;
    chunk c = { .pw = pw, .scalars = scalars, .part = &part };
    c.point_len = groth16_section_point_len(s);
    store_be32(count, (uint32_t)scalars->n);
    TRY(put(pw, count, sizeof count, err));
    sha256_init(&part);
    for (; c.at < scalars->n; c.at += c.n) {
        c.n = scalars->n - c.at < WRITER_CHUNK ? scalars->n - c.at : WRITER_CHUNK;
        work_for(pw->w, c.n, EXPAND_GRAIN, expand_range, &c);
        if (t1)
            fixed_base_g1_mul(t1, pw->w, pw->points, pw->scalars, c.n);
        else
            fixed_base_g2_mul(t2, pw->w, pw->points, pw->scalars, c.n);
        work_for(pw->w, c.n, ENCODE_GRAIN, encode_range, &c);
        work_for(pw->w, 2, 1, digest_range, &c);
        TRY(work_status(pw->w, err));
        TRY(file_out_write(&pw->file, pw->bytes, c.n * c.point_len, err));
    }
    sha256_final(&part, pw->digests->part_sha256[GROTH16_VK_PARTS + s]);
    return CUZK_OK;
}

cuzk_status params_writer_g1(params_writer *pw, groth16_section s, const fixed_base_g1 *table,
                             const fr_view *scalars, cuzk_error *err)
{
    return write_section(pw, s, table, NULL, scalars, err);
}

cuzk_status params_writer_g2(params_writer *pw, groth16_section s, const fixed_base_g2 *table,
                             const fr_view *scalars, cuzk_error *err)
{
    return write_section(pw, s, NULL, table, scalars, err);
}

cuzk_status params_writer_vk(params_writer *pw, const uint8_t *vk, size_t len, cuzk_error *err)
{
    groth16_digests *d = pw->digests;
    for (size_t i = 0; i < GROTH16_VK_PARTS; i++)
        sha256(d->part_sha256[i], vk + d->part[i].offset, (size_t)d->part[i].len);
    sha256(d->vk_sha256, vk, len);
    d->vk_len = len;
    return put(pw, vk, len, err);
}

cuzk_status params_writer_open(params_writer *pw, work *w, groth16_digests *digests,
                               const char *path, cuzk_error *err)
{
    *pw = (params_writer) { .w = w, .digests = digests, .file.fd = -1 };
    digests->params_len = groth16_params_len(digests->part);
    sha256_init(&pw->whole);
    cuzk_status status = CUZK_NO_RESOURCES;
    if ((pw->scalars = work_alloc(w, SCALARS_LEN, "scalars of a chunk", err)) &&
        (pw->points = work_alloc(w, POINTS_LEN, "points of a chunk", err)) &&
        (pw->bytes = work_alloc(w, BYTES_LEN, "encoded points of a chunk", err)))
        status = file_out_open(&pw->file, path, digests->params_len, 0644, err);
    if (status != CUZK_OK)
        params_writer_close(pw);
    return status;
}

cuzk_status params_writer_commit(params_writer *pw, cuzk_error *err)
{
    sha256_final(&pw->whole, pw->digests->params_sha256);
    return file_out_commit(&pw->file, err);
}

void params_writer_close(params_writer *pw)
{
    if (pw->file.fd >= 0)
        file_out_abort(&pw->file);
    if (pw->scalars) {
        wipe(pw->scalars, SCALARS_LEN);
        work_dealloc(pw->w, pw->scalars, SCALARS_LEN);
    }
    if (pw->points)
        work_dealloc(pw->w, pw->points, POINTS_LEN);
    if (pw->bytes)
        work_dealloc(pw->w, pw->bytes, BYTES_LEN);
    *pw = (params_writer) { .file.fd = -1 };
}
