/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/density_cache.h"

#include "base/bytes.h"
#include "base/file.h"
#include "hash/sha256.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The version changes with any change to a circuit or to this format. */
#define MAGIC      "cuzk densities 1"
#define MAGIC_LEN  (sizeof MAGIC - 1)
#define ID_LEN     16
#define HEADER_LEN (MAGIC_LEN + ID_LEN + 16)
#define MAX_PATH   4096

static size_t words(size_t n)
{
    return (n + 63) / 64;
}

static size_t file_len(const cs_counts *n)
{
    return HEADER_LEN + 8 * (2 * words(n->n_aux) + words(n->n_inputs)) + SHA256_LEN;
}

static void put_header(uint8_t out[HEADER_LEN], const char *id, const cs_counts *n)
{
    memset(out, 0, HEADER_LEN);
    memcpy(out, MAGIC, MAGIC_LEN);
    memcpy(out + MAGIC_LEN, id, strnlen(id, ID_LEN));
    store_le64(out + MAGIC_LEN + ID_LEN, n->n_rows);
    store_le32(out + MAGIC_LEN + ID_LEN + 8, n->n_inputs);
    store_le32(out + MAGIC_LEN + ID_LEN + 12, n->n_aux);
}

/* -- reading -- */

/* The file, mapped; false if there is none to be believed. *there: but one there is. */
static bool open_file(file_map *m, const char *path, bool *there)
{
    struct stat st;

    if (lstat(path, &st) != 0)
        return false;
    *there = true;
    return S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH)) &&
           file_map_open(m, path, NULL) == CUZK_OK;
}

static bool get_bitmap(bitmap *b, size_t n, const uint8_t **at)
{
    b->n = n;
    b->words = malloc((words(n) ? words(n) : 1) * sizeof *b->words);
    if (!b->words)
        return false;
    for (size_t i = 0; i < words(n); i++, *at += 8)
        b->words[i] = load_le64(*at);
    return true;
}

/* Everything behind the header is bits; unused ones are zero as the digest is right. */
static bool decode(density_set *out, const file_map *m, const char *id, const cs_counts *n)
{
    uint8_t header[HEADER_LEN], digest[SHA256_LEN];
    const uint8_t *at = m->data + HEADER_LEN;

    put_header(header, id, n);
    if (m->len != file_len(n) || memcmp(m->data, header, HEADER_LEN) != 0)
        return false;
    sha256(digest, m->data, m->len - SHA256_LEN);
    if (memcmp(digest, m->data + m->len - SHA256_LEN, SHA256_LEN) != 0)
        return false;
    density_init(out);
    if (get_bitmap(&out->a_aux, n->n_aux, &at) && get_bitmap(&out->b_aux, n->n_aux, &at) &&
        get_bitmap(&out->b_input, n->n_inputs, &at))
        return true;
    density_free(out);
    return false;
}

static bool load(density_set *out, const char *path, const char *id, const cs_counts *n,
                 bool *there)
{
    file_map m;

    if (!open_file(&m, path, there))
        return false;
    bool good = decode(out, &m, id, n);
    file_map_close(&m);
    return good;
}

/* -- writing -- */

static uint8_t *put_bitmap(uint8_t *at, const bitmap *b)
{
    for (size_t i = 0; i < words(b->n); i++, at += 8)
        store_le64(at, b->words[i]);
    return at;
}

static void save(const density_set *d, char path[MAX_PATH], const char *id, const cs_counts *n)
{
    size_t len = file_len(n);
    uint8_t *data = malloc(len), *at;
    char *slash = strrchr(path, '/');
    file_out out;

    if (!data)
        return;
    put_header(data, id, n);
    at = put_bitmap(data + HEADER_LEN, &d->a_aux);
    at = put_bitmap(at, &d->b_aux);
    at = put_bitmap(at, &d->b_input);
    sha256(at, data, len - SHA256_LEN);
    *slash = '\0';
    cuzk_status s = file_make_dirs(path, NULL);
    *slash = '/';
    if (s == CUZK_OK && file_out_open(&out, path, len, 0600, NULL) == CUZK_OK) {
        if (file_out_write(&out, data, len, NULL) == CUZK_OK)
            (void)file_out_commit(&out, NULL); /* the next run computes them again */
        file_out_abort(&out);
    }
    free(data);
}

/* Loading, as a phase. */
static bool try_load(density_set *out, work *w, const char *path, const char *id,
                     const cs_counts *n, bool *there)
{
    work_phase_begin(w, "densities: load", 0);
    bool loaded = load(out, path, id, n, there);
    work_phase_end(w);
    return loaded;
}

cuzk_status density_cache_get(density_set *out, density_source *source, work *w, const char *dir,
                              const circuit *c, const circuit_parts *parts, cuzk_error *err)
{
    const cs_counts n = circuit_parts_before(parts, parts->n);
    char path[MAX_PATH];
    bool there = false;
    int len = dir ? snprintf(path, sizeof path, "%s/densities/%s", dir, c->id) : 0;
    bool cached = len > 0 && len < (int)sizeof path && strlen(c->id) <= ID_LEN;
    bool loaded = cached && try_load(out, w, path, c->id, &n, &there);
    density_source from = loaded ? DENSITY_LOADED : there ? DENSITY_REBUILT : DENSITY_COMPUTED;

    if (source)
        *source = from;
    if (loaded)
        return CUZK_OK;
    work_phase_begin(w,
                     there ? "densities: rebuild, what is cached is damaged or foreign"
                           : "densities: compute",
                     0);
    cuzk_status s = density_make(out, w, c, parts, err);
    work_phase_end(w);
    if (s == CUZK_OK && cached)
        save(out, path, c->id, &n);
    return s;
}
