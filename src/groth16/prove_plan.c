/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a proof will take: threads and memory. */
#include "groth16/prove_sums.h"
#include "groth16/qap.h"

/* Variables looked at for what a witness consists of. */
#define SAMPLE 1024

/* Additions a variable costs, that meets a point: about 16 windows of a wide value, 1 of a one. */
static double additions_a_point(const fr_view *aux)
{
    size_t n = aux->n < SAMPLE ? aux->n : SAMPLE, sum = 0;
    for (size_t i = 0; i < n; i++) {
        fr v;
        fr_view_expand(aux, (size_t)((unsigned __int128)aux->n * i / n), 1, &v);
        sum += fr_is_zero(&v) ? 0 : fr_is_one(&v) ? 1 : 16;
    }
    return n ? (double)sum / (double)n : 0;
}

unsigned groth16_beside_threads(const assignment *asg, unsigned lg_m, unsigned threads,
                                groth16_beside wish)
{
    if (threads < 2 || wish == GROTH16_BESIDE_OFF)
        return 0;
    /* An addition in G2 costs three of those in G1. */
    double each = additions_a_point(&asg->aux), n_b = (double)bitmap_count(&asg->b_aux);
    double in_g2 = 3 * each * n_b, h = 16 * (double)((size_t)1 << lg_m);
    double in_g1 = h + each * ((double)asg->aux.n + (double)bitmap_count(&asg->a_aux) + n_b);
    double share = threads * in_g2 / (in_g1 + in_g2);
    unsigned n = (unsigned)(share + 0.5);
    if (wish == GROTH16_BESIDE_AUTO && share < 1)
        return 0;
    return n < 1 ? 1 : n < threads ? n : threads - 1;
}

/* A sum is planned by its scalars, however few of them meet points: those of the variables, as many
 * as L has points, and of the inputs. */
static size_t scalars_of(const groth16_params *params, groth16_section s)
{
    const size_t aux = params->section[SECTION_L].n, inputs = params->vk.n_ic;
    return s == SECTION_H ? params->section[s].n : aux > inputs ? aux : inputs;
}

size_t groth16_sums_memory(const groth16_params *params, const work *w, const accel *acc, size_t k)
{
    size_t most = 0;
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        size_t len = acc->msm_memory(acc, w, s == SECTION_B_G2, scalars_of(params, s));
        most = len > most ? len : most;
    }
    return k * most;
}

size_t groth16_prove_memory(const groth16_params *params, const work *w, const accel *acc, size_t k)
{
    const unsigned lg_m = qap_domain_lg(params->section[SECTION_H].n + 1);
    const size_t vector = sizeof(fr) << lg_m;
    size_t h = (k - 1) * vector + acc->h_memory(acc, w, lg_m);
    size_t sums = k * vector + groth16_sums_memory(params, w, acc, k);
    return h > sums ? h : sums;
}
