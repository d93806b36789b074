/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Timers of one thread: a heap by time. Times are those of time_wall_ns. */
#ifndef CUZK_RPC_TIMER_H
#define CUZK_RPC_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct timer {
    uint64_t at_ns;
    size_t place; /* in the heap, from 1; 0: not set */
    void (*fn)(void *owner, uint64_t now_ns);
    void *owner;
} timer;

typedef struct timers {
    timer **heap; /* from 1 */
    size_t n, room, open;
} timers;

/* Makes room for one more, so that setting it cannot fail. False: no memory. */
bool timer_open(timers *t, timer *x, void (*fn)(void *owner, uint64_t now_ns), void *owner);
/* Clears it, and gives its room back. */
void timer_close(timers *t, timer *x);

/* fn is called once, at or after at_ns; a later call replaces an earlier one; UINT64_MAX: never. */
void timer_set(timers *t, timer *x, uint64_t at_ns);

/* How long until the first, in milliseconds rounded up; -1: there is none. */
int timers_wait_ms(const timers *t, uint64_t now_ns);
/* Those that are due. Their functions may set and close any. */
void timers_run(timers *t, uint64_t now_ns);
void timers_free(timers *t);

#endif
