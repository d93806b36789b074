/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Clocks, and the phase lines of CUZK_TIMING=1. */
#ifndef CUZK_BASE_TIMING_H
#define CUZK_BASE_TIMING_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

uint64_t time_wall_ns(void);   /* monotonic */
uint64_t time_cpu_ns(void);    /* of all threads of the process */
uint64_t time_thread_ns(void); /* CPU time of the calling thread */

/* Waiting with a limit: a condition on the monotonic clock, and a time from now for its
 * pthread_cond_timedwait. */
void time_cond_init(pthread_cond_t *c);
struct timespec time_in_ms(uint64_t ms);

/* CUZK_TIMING is set to something other than "" and "0". */
bool timing_enabled(void);

/* "CUZK_TIMING: phase=<name> ms=<wall> cpu_ms=<cpu>" on stderr: the one thing a library of ours
 * ever prints, and only on request. */
void timing_print(const char *phase, uint64_t wall_ns, uint64_t cpu_ns);

#endif
