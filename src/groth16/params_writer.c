/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/params_writer.h"
#include "base/bytes.h"
#include "base/random.h"
#include "curve/encoding.h"

#define BYTES_LEN ((size_t)WRITER_CHUNK * G2_UNCOMPRESSED_LEN)

/* Where a section is: a chunk is computed while the one before it is hashed and written. */
typedef struct step {
    params_writer *pw;
    const fixed_base *table;
    const fr_view *scalars;
    size_t at, point_len;
    uint8_t *bytes;        /* of the chunk from `at` on */
    const uint8_t *before; /* before_len bytes of the chunk before */
    size_t before_len;
    sha256_state part;
    cuzk_status written;
    cuzk_error *err;
} step;

enum { HASH_WHOLE, HASH_PART, WRITE, BATCHES };

static void step_batch(step *s, size_t begin, unsigned thread)
{
    params_writer *pw = s->pw;
    fr *k = pw->scalars + (size_t)thread * FIXED_BASE_BATCH;
    const size_t at = s->at + begin, left = s->scalars->n - at;
    const size_t n = left < FIXED_BASE_BATCH ? left : FIXED_BASE_BATCH;
    fr_view_expand(s->scalars, at, n, k);
    fixed_base_encode(s->table, thread, s->bytes + begin * s->point_len, k, n);
    work_advance(pw->w, n);
}

/* What is to be done with the chunk before comes first, as it takes longest. */
static void step_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    step *s = ctx;
    for (size_t i = begin; i < end; i++)
        switch (i) {
        case HASH_WHOLE:
            sha256_update(&s->pw->whole, s->before, s->before_len);
            break;
        case HASH_PART:
            sha256_update(&s->part, s->before, s->before_len);
            break;
        case WRITE:
            s->written = file_out_write(&s->pw->file, s->before, s->before_len, s->err);
            break;
        default:
            step_batch(s, (i - BATCHES) * FIXED_BASE_BATCH, thread);
        }
}

static cuzk_status put(params_writer *pw, const void *data, size_t len, cuzk_error *err)
{
    sha256_update(&pw->whole, data, len);
    return file_out_write(&pw->file, data, len, err);
}

cuzk_status params_writer_section(params_writer *pw, groth16_section section,
                                  const fixed_base *table, const fr_view *scalars, cuzk_error *err)
{
    uint8_t count[4];
    step s = { .pw = pw, .table = table, .scalars = scalars, .written = CUZK_OK, .err = err };
    s.point_len = groth16_section_point_len(section);
    s.before = pw->bytes[1];
    store_be32(count, (uint32_t)scalars->n);
    TRY(put(pw, count, sizeof count, err));
    sha256_init(&s.part);
    for (unsigned turn = 0; s.at < scalars->n || s.before_len > 0; turn++) {
        const size_t left = scalars->n - s.at, n = left < WRITER_CHUNK ? left : WRITER_CHUNK;
        s.bytes = pw->bytes[turn % 2];
        work_for(pw->w, BATCHES + (n + FIXED_BASE_BATCH - 1) / FIXED_BASE_BATCH, 1, step_range, &s);
        TRY(s.written);
        TRY(work_status(pw->w, err));
        s.before = s.bytes;
        s.before_len = n * s.point_len;
        s.at += n;
    }
    sha256_final(&s.part, pw->digests->part_sha256[GROTH16_VK_PARTS + section]);
    return CUZK_OK;
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

static size_t scalars_len(const work *w)
{
    return w->threads * FIXED_BASE_BATCH * sizeof(fr);
}

cuzk_status params_writer_open(params_writer *pw, work *w, groth16_digests *digests,
                               const char *path, cuzk_error *err)
{
    *pw = (params_writer) { .w = w, .digests = digests, .file.fd = -1 };
    digests->params_len = groth16_params_len(digests->part);
    sha256_init(&pw->whole);
    cuzk_status status = CUZK_NO_RESOURCES;
    if ((pw->scalars = work_alloc(w, scalars_len(w), "scalars of batches", err)) &&
        (pw->bytes[0] = work_alloc(w, BYTES_LEN, "encoded points of a chunk", err)) &&
        (pw->bytes[1] = work_alloc(w, BYTES_LEN, "encoded points of a chunk", err)))
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
        wipe(pw->scalars, scalars_len(pw->w));
        work_dealloc(pw->w, pw->scalars, scalars_len(pw->w));
    }
    for (int i = 0; i < 2; i++)
        if (pw->bytes[i])
            work_dealloc(pw->w, pw->bytes[i], BYTES_LEN);
    *pw = (params_writer) { .file.fd = -1 };
}
