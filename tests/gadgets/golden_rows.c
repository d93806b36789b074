/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes a circuit as the golden dumps are written and compares line by line. */
#include "base/bytes.h"
#include "gadgets/golden.h"
#include "test.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct dumper {
    cs cs;
    FILE *out;
} dumper;

static bool write_u64(FILE *out, const char *sign, const fr *x)
{
    fr_raw raw;
    fr_to_raw(&raw, x);
    if (raw.l[1] || raw.l[2] || raw.l[3])
        return false;
    fprintf(out, "%s%" PRIu64, sign, raw.l[0]);
    return true;
}

/* Small values in decimal, negative ones too; others 0x and big-endian digits. */
static void write_fr(FILE *out, const fr *x)
{
    fr minus;
    fr_raw raw;
    fr_neg(&minus, x);
    if (write_u64(out, "", x) || write_u64(out, "-", &minus))
        return;
    fr_to_raw(&raw, x);
    fprintf(out, "0x%016" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64, raw.l[3], raw.l[2],
            raw.l[1], raw.l[0]);
}

static void dump_alloc(cs *s, bool input, const fr *value)
{
    FILE *out = ((dumper *)s)->out;
    fprintf(out, input ? "input I%" PRIu32 " = " : "aux X%" PRIu32 " = ",
            (input ? s->n_inputs : s->n_aux) - 1);
    write_fr(out, value);
    fputc('\n', out);
}

static void dump_lc(FILE *out, char name, const lc *l)
{
    fprintf(out, "  %c ", name);
    for (uint32_t i = 0; i < lc_n_terms(l); i++) {
        bool input = i < l->inputs.n;
        const lc_term *t =
            input ? lc_terms_data(&l->inputs) + i : lc_terms_data(&l->aux) + (i - l->inputs.n);
        fputs(i ? " + " : "", out);
        write_fr(out, &t->coeff);
        fprintf(out, "*%c%" PRIu64, input ? 'I' : 'X', t->index);
    }
    fputs(lc_n_terms(l) ? "\n" : "0\n", out);
}

static void dump_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    FILE *out = ((dumper *)s)->out;
    fprintf(out, "constraint %" PRIu64 "\n", s->n_rows - 1);
    dump_lc(out, 'A', a);
    dump_lc(out, 'B', b);
    dump_lc(out, 'C', c);
}

static const cs_ops dump_ops = { .name = "dump", .alloc = dump_alloc, .enforce = dump_enforce };

/* The length of a golden line without the name at its end. */
static size_t bare_len(const char *line)
{
    unsigned words = line[0] == ' ' ? 0 : line[0] == 'c' ? 2 : 4; /* "constraint 5", "aux X1 = 7" */
    const char *p = line;
    if (words == 0)
        return strcspn(line, "\n");
    for (unsigned i = 0; i < words && *p && *p != '\n'; i++)
        p += strcspn(p, " \n") + (i + 1 < words);
    return (size_t)(p - line);
}

static void compare_lines(FILE *golden, FILE *ours)
{
    char *g = NULL, *o = NULL;
    size_t g_cap = 0, o_cap = 0;
    while (getline(&g, &g_cap, golden) > 0) {
        if (getline(&o, &o_cap, ours) < 0)
            fail_msg("ends before %s", g);
        size_t len = bare_len(g);
        if (len != strcspn(o, "\n") || memcmp(g, o, len) != 0)
            fail_msg("expected %.600sfound %.600s", g, o);
    }
    if (getline(&o, &o_cap, ours) >= 0)
        fail_msg("goes on with %.600s", o);
    free(g);
    free(o);
}

void golden_compare_rows(const char *path, const circuit *c)
{
    char full[512];
    snprintf(full, sizeof full, "%s/golden/%s", CUZK_TEST_DATA, path);
    FILE *golden = fopen(full, "r");
    dumper d = { .out = tmpfile() };
    assert_non_null(golden);
    assert_non_null(d.out);
    cs_init(&d.cs, &dump_ops);
    c->synthesize(c->ctx, &d.cs);
    cs_finish(&d.cs);
    assert_int_equal(cs_status(&d.cs, NULL), CUZK_OK);
    cs_free(&d.cs);
    rewind(d.out);
    compare_lines(golden, d.out);
    fclose(golden);
    fclose(d.out);
}
