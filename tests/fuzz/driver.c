/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs a fuzz target without a fuzzer: over each seed, its truncations, and a fixed sequence of
 * mutations. Needs no special compiler and gives the same result every time, so that it can be a
 * regression test everywhere.
 *
 * usage: TARGET SEED...                  the whole sequence over each seed
 *        TARGET --one SEED ROUND         one input of it again, as a failure names it */
#include "fuzz.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#define TRUNCATIONS 300
#define MUTATIONS   1500
#define SECONDS_PER_SEED                                                                           \
    3 /* a limit for slow readers under sanitizers; rounds are cut, not inputs */

static char where[600];

/* What AddressSanitizer calls before it ends the process. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void say_where(void)
{
    ssize_t ignored = write(STDERR_FILENO, where, strlen(where));
    (void)ignored;
}

static void on_signal(int number)
{
    say_where();
    signal(number, SIG_DFL);
    raise(number);
}

static uint64_t state;
/* xorshift64* (Vigna 2016). */
static uint64_t next(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(2685821657736338717);
}
static size_t below(size_t n)
{
    return n ? (size_t)(next() % n) : 0;
}

typedef struct input {
    uint8_t *data;
    size_t len, room;
} input;

/* Where readers go wrong: at nothing, at the largest, at a changed sign. */
static const uint32_t edges[] = { 0,          1,          2,         0x7f,   0x80,
                                  0xff,       0x7fff,     0x8000,    0xffff, 0x7fffffff,
                                  0x80000000, 0xfffffffe, 0xffffffff };

static void flip_bit(input *in)
{
    in->data[below(in->len)] ^= (uint8_t)(1u << below(8));
}

static void set_byte(input *in)
{
    static const uint8_t bytes[] = "\0\1\x7f\x80\xff\"{}[]:,-0129.eE\\u \n\tABab=/+";
    in->data[below(in->len)] = bytes[below(sizeof bytes - 1)];
}

static void set_word(input *in)
{
    if (in->len < 4)
        return;
    uint32_t v = edges[below(sizeof edges / sizeof edges[0])] + (uint32_t)below(3) - 1;
    uint8_t *p = in->data + below(in->len - 3);
    int big = (int)below(2);
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> 8 * (big ? 3 - i : i));
}

static void delete_range(input *in)
{
    size_t at = below(in->len), n = 1 + below(below(2) ? 8 : in->len - at);
    if (n > in->len - at)
        n = in->len - at;
    memmove(in->data + at, in->data + at + n, in->len - at - n);
    in->len -= n;
}

/* Room for half as much again is there: see fill. */
static void repeat_range(input *in)
{
    size_t at = below(in->len), n = 1 + below(below(2) ? 16 : 4096);
    if (n > in->len - at)
        n = in->len - at;
    if (n > in->room - in->len)
        n = in->room - in->len;
    memmove(in->data + at + n, in->data + at, in->len - at);
    in->len += n;
}

static void copy_range(input *in)
{
    size_t from = below(in->len), to = below(in->len), n = 1 + below(64);
    size_t most = in->len - (from > to ? from : to);
    memmove(in->data + to, in->data + from, n < most ? n : most);
}

static void (*const mutations[])(input *) = { flip_bit,     set_byte,     set_word,
                                              delete_range, repeat_range, copy_range };

/* Round r of a seed: the seed itself, then its truncations, then mutations, 1 to 4 at a time. */
static void fill(input *in, const uint8_t *seed, size_t len, unsigned round)
{
    in->len = len;
    memcpy(in->data, seed, len);
    if (round == 0)
        return;
    if (round <= TRUNCATIONS) {
        size_t r = round - 1;
        /* Every length of a short seed; else the first and last hundred and a hundred between. */
        if (len <= TRUNCATIONS)
            in->len = r < len ? r : len;
        else if (r < 100)
            in->len = r;
        else if (r < 200)
            in->len = len - 1 - (r - 100);
        else
            in->len = len / 100 * (r - 200);
        return;
    }
    state = UINT64_C(0x9e3779b97f4a7c15) * (round + 1);
    for (size_t n = 1 + below(4); n > 0 && in->len > 0; n--)
        mutations[below(sizeof mutations / sizeof mutations[0])](in);
}

static void run(const char *name, const uint8_t *seed, size_t len, unsigned round)
{
    snprintf(where, sizeof where, "while running: --one %s %u\n", name, round);
    input in = { .room = len + len / 2 + 16 };
    in.data = malloc(in.room);
    if (!in.data)
        abort();
    fill(&in, seed, len, round);
    /* Exactly as long as the input, so that the sanitizer sees a read beyond it. */
    uint8_t *exact = malloc(in.len ? in.len : 1);
    if (!exact)
        abort();
    memcpy(exact, in.data, in.len);
    LLVMFuzzerTestOneInput(in.len ? exact : NULL, in.len);
    free(exact);
    free(in.data);
}

static uint8_t *load(const char *name, size_t *len)
{
    FILE *f = fopen(name, "rb");
    uint8_t *data = NULL;
    long size = -1;
    if (f && fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) >= 0 && fseek(f, 0, SEEK_SET) == 0)
        data = malloc((size_t)size + 1);
    if (!data || fread(data, 1, (size_t)size, f) != (size_t)size) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(2);
    }
    fclose(f);
    *len = (size_t)size;
    return data;
}

int main(int argc, char **argv)
{
    size_t len;
    signal(SIGABRT, on_signal);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(say_where);
    else
        signal(SIGSEGV, on_signal);
    if (argc == 4 && strcmp(argv[1], "--one") == 0) {
        uint8_t *seed = load(argv[2], &len);
        run(argv[2], seed, len, (unsigned)atoi(argv[3]));
        free(seed);
        return 0;
    }
    if (argc < 2) {
        fputs("no seeds\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        uint8_t *seed = load(argv[i], &len);
        time_t start = time(NULL);
        unsigned round = 0;
        fuzz_accepted = 0;
        run(argv[i], seed, len, round++);
        if (fuzz_accepted == 0) {
            fprintf(stderr, "%s: a seed must be accepted\n", argv[i]);
            return 1;
        }
        while (round <= TRUNCATIONS + MUTATIONS && time(NULL) - start <= SECONDS_PER_SEED)
            run(argv[i], seed, len, round++);
        printf("%s: %u inputs\n", argv[i], round);
        free(seed);
    }
    return 0;
}
