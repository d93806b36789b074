/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "filecoin/challenges.h"
#include "filecoin/replica_id.h"
#include "hash/sha256.h"
#include "test.h"

static void hex32(uint8_t out[32], const char *hex)
{
    assert_true(hex_decode(out, 32, hex, 64));
}

/* docs/spec/porep.md §10 */
static void replica_id_and_interactive(void **state)
{
    uint8_t prover[32], ticket[32], porep_id[32], seed[32], want[32];
    node32 comm_d, id;
    uint64_t c[2];

    (void)state;
    memset(prover, 7, 32);
    memset(ticket, 1, 32);
    memset(seed, 2, 32);
    hex32(comm_d.b, "57a86a2459b4e38dd4ab3b492a4cc406f636f33d62cd180ca36e1ea6547e5d37");
    hex32(want, "e3145af32a434059e29b6e77d3445f2e5543239021284320d9bd40c69504d425");
    registered_seal_porep_id(&registered_seals[5], porep_id);
    replica_id_compute(&id, prover, 1, ticket, &comm_d, porep_id);
    assert_memory_equal(id.b, want, 32);
    challenges_interactive(c, 64, id.b, seed, 0, 2);
    assert_int_equal(c[0], 1);
    assert_int_equal(c[1], 22);
    challenges_interactive(c, 64, id.b, seed, 1, 1);
    assert_int_equal(c[0], 22);
    replica_id_compute(&id, prover, 2, ticket, &comm_d, porep_id);
    assert_memory_not_equal(id.b, want, 32);
}

static void prover_ids(void **state)
{
    static const struct {
        uint64_t miner;
        uint8_t id[10];
    } known[] = {
        { 0, { 0 } },
        { 127, { 0x7f } },
        { 128, { 0x80, 0x01 } },
        { 1000, { 0xe8, 0x07 } },
        { 2030, { 0xee, 0x0f } },
        { UINT64_MAX, { 255, 255, 255, 255, 255, 255, 255, 255, 255, 1 } },
    };
    uint8_t id[32], want[32];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        memset(want, 0, 32);
        memcpy(want, known[i].id, 10);
        prover_id_from_miner(id, known[i].miner);
        assert_memory_equal(id, want, 32);
    }
}

/* The published vector: 2^10 nodes, replica_id = 55, comm_r = 101, a set of 21. */
static void synthetic(void **state)
{
    static const uint64_t first[] = { 178, 297, 869, 211, 875 };
    static const uint64_t selected[] = { 176, 781, 801, 986, 290, 211, 692, 856, 986, 332 };
    uint8_t replica_id[32] = { 55 }, comm_r[32] = { 101 }, seed[32];
    uint64_t c[10];

    (void)state;
    memset(seed, 1, 32);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(challenges_synthetic_candidate(1024, replica_id, comm_r, i), first[i]);
    challenges_synthetic(c, 1024, 21, replica_id, comm_r, seed, 0, 10);
    assert_memory_equal(c, selected, sizeof selected);
    challenges_synthetic(c, 1024, 21, replica_id, comm_r, seed, 7, 2);
    assert_memory_equal(c, selected + 7, 2 * sizeof *c);
    assert_int_equal(challenges_synthetic_set(64), 64);
    assert_int_equal(challenges_synthetic_set(UINT64_C(1) << 30), 1 << 18);
}

/* The definition once more with byte-wise arithmetic. */
static void non_interactive(void **state)
{
    static const char tag[] = "filecoin.io|PoRep|1|NonInteractive|1";
    uint8_t message[sizeof tag - 1 + 68], digest[32];
    uint64_t nodes = UINT64_C(1) << 31, c;

    (void)state;
    memcpy(message, tag, sizeof tag - 1);
    memset(message + sizeof tag - 1, 3, 32);
    memset(message + sizeof tag - 1 + 32, 4, 32);
    store_le32(message + sizeof message - 4, 2267);
    sha256(digest, message, sizeof message);
    uint64_t rest = 0;
    for (int i = 31; i >= 0; i--)
        rest = (rest * 256 + digest[i]) % (nodes - 1);
    challenges_non_interactive(&c, nodes, message + sizeof tag - 1, message + sizeof tag - 1 + 32,
                               2267, 1);
    assert_int_equal(c, rest + 1);
}

/* Each registered proof takes its own derivation, partitions one after the other. */
static void by_partition(void **state)
{
    uint8_t id[32] = { 1 }, comm_r[32] = { 2 }, seed[32] = { 3 };
    uint64_t got[18], want[18], nodes = UINT64_C(1) << 30;

    (void)state;
    challenges_of_partition(got, &registered_seals[8], id, comm_r, seed, 9);
    challenges_interactive(want, nodes, id, seed, 162, 18);
    assert_memory_equal(got, want, sizeof want);
    challenges_of_partition(got, &registered_seals[13], id, comm_r, seed, 3);
    challenges_synthetic(want, nodes, 1 << 18, id, comm_r, seed, 54, 18);
    assert_memory_equal(got, want, sizeof want);
    challenges_of_partition(got, &registered_seals[18], id, comm_r, seed, 125);
    challenges_non_interactive(want, nodes, id, comm_r, 2250, 18);
    assert_memory_equal(got, want, sizeof want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replica_id_and_interactive),
        cmocka_unit_test(prover_ids),
        cmocka_unit_test(synthetic),
        cmocka_unit_test(non_interactive),
        cmocka_unit_test(by_partition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
