/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/timer.h"

#include <limits.h>
#include <stdlib.h>

bool timer_open(timers *t, timer *x, void (*fn)(void *owner, uint64_t now_ns), void *owner)
{
    if (t->open + 2 > t->room) {
        size_t room = t->room ? 2 * t->room : 64;
        timer **heap = realloc(t->heap, room * sizeof *heap);
        if (!heap)
            return false;
        t->heap = heap;
        t->room = room;
    }
    t->open++;
    *x = (timer) { .fn = fn, .owner = owner };
    return true;
}

static void put(timers *t, timer *x, size_t place)
{
    t->heap[place] = x;
    x->place = place;
}

/* Moves what stands at a place to where its time belongs. */
static void settle(timers *t, size_t place)
{
    timer *x = t->heap[place];
    for (; place > 1 && t->heap[place / 2]->at_ns > x->at_ns; place /= 2)
        put(t, t->heap[place / 2], place);
    for (;;) {
        size_t child = 2 * place;
        if (child > t->n)
            break;
        if (child < t->n && t->heap[child + 1]->at_ns < t->heap[child]->at_ns)
            child++;
        if (t->heap[child]->at_ns >= x->at_ns)
            break;
        put(t, t->heap[child], place);
        place = child;
    }
    put(t, x, place);
}

static void clear(timers *t, timer *x)
{
    size_t place = x->place;
    if (place == 0)
        return;
    timer *last = t->heap[t->n--];
    if (last != x) {
        put(t, last, place);
        settle(t, place);
    }
    x->place = 0;
}

void timer_set(timers *t, timer *x, uint64_t at_ns)
{
    if (at_ns == UINT64_MAX) {
        clear(t, x);
        return;
    }
    x->at_ns = at_ns;
    if (x->place == 0)
        put(t, x, ++t->n);
    settle(t, x->place);
}

void timer_close(timers *t, timer *x)
{
    clear(t, x);
    t->open--;
}

int timers_wait_ms(const timers *t, uint64_t now_ns)
{
    if (t->n == 0)
        return -1;
    uint64_t at = t->heap[1]->at_ns;
    uint64_t ms = at > now_ns ? (at - now_ns + 999999) / 1000000 : 0;
    return ms > INT_MAX ? INT_MAX : (int)ms;
}

void timers_run(timers *t, uint64_t now_ns)
{
    while (t->n > 0 && t->heap[1]->at_ns <= now_ns) {
        timer *x = t->heap[1];
        clear(t, x);
        x->fn(x->owner, now_ns);
    }
}

void timers_free(timers *t)
{
    free(t->heap);
    *t = (timers) { 0 };
}
