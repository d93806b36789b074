/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the golden 2 KiB proofs of spacetime and of an update state (tests/data/golden), and what
 * they do not. */
#ifndef CUZK_TESTS_APPS_FACTS_2K_H
#define CUZK_TESTS_APPS_FACTS_2K_H

#define RANDOMNESS "79e99659ee9b2e5eb90b15c4c845ffabb94ada44f0a902289034aeabfd1d763b"
#define COMM_R_1   "d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f"
#define COMM_R_2   "42b2c018fa07eed76af96e6db3cb2adc8f40cb94c033bff64c0e6fc613447d48"
#define COMM_R_NEW "87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d"
#define COMM_D_NEW "5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008"
#define OTHER      "0100000000000000000000000000000000000000000000000000000000000000"

#endif
