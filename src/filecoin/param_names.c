/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/param_names.h"
#include <stdio.h>
#include <string.h>

#define POREP_NAME(tree)                                                                           \
    "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-" tree "-sha256_hasher-"
#define POST_NAME(tree) "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-" tree "-"
#define UPDATE_NAME(which, tree)                                                                   \
    "v28-empty-sector-update-" which "merkletree-poseidon_hasher-" tree "-"

/* The hexadecimal part of a name is sha256 of a description of the circuit; tests/filecoin makes
 * each again. The counts are those of the circuits' digests. Those of the 64GiB update circuit and
 * of the Poseidon ones are not known to us. */
/* clang-format off */
const param_set param_sets[PARAM_SETS] = {
    { KIND_POREP, false, &sector_shapes[0],
      POREP_NAME("8-0-0")
      "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f",
      "434fb1338ecfaf0f59256f30dde4968f", "dc1ade9929ade1708238f155343044ac",
      40, 2685673, 2674908, 685521, 22 },
    { KIND_POREP, false, &sector_shapes[1],
      POREP_NAME("8-0-0")
      "ecd683648512ab1765faa2a5f14bab48f676e633467f0aa8aad4b55dcb0652bb",
      "09e612e4eeb7a0eb95679a88404f960c", "b687beb9adbd9dabe265a7e3620813e4",
      40, 3842449, 3814996, 1011289, 22 },
    { KIND_POREP, false, &sector_shapes[2],
      POREP_NAME("8-0-0")
      "6babf46ce344ae495d558e7770a585b2382d54f225af8ed0397b8be7c3fcd472",
      "6c77597eb91ab936c1cef4cf19eba1b3", "065179da19fbe515507267677f02823e",
      40, 4420837, 4385040, 1174173, 23 },
    { KIND_POREP, false, &sector_shapes[3],
      POREP_NAME("8-8-0")
      "82a357d2f2ca81dc61bb45f4a762807aedee1b0a53fd6c4e77b46a01bfef7820",
      "6a388072a518cf46ebd661f5cc46900a", "0c7b4aac1c40fdb7eb82bc355b41addf",
      328, 130169893, 129753292, 33112281, 27 },
    { KIND_POREP, false, &sector_shapes[4],
      POREP_NAME("8-8-2")
      "96f1b4a04c5c51e4759bbf224bbc2ef5a42c7100f16ec0637123f16a845ddfb2",
      "1801f8a6e1b00bceb00cc27314bb5ce3", "a89884252c04c298d0b3c81bfd884164",
      328, 131076643, 130637542, 33386943, 27 },
    { KIND_WINNING, false, &sector_shapes[0],
      POST_NAME("8-0-0")
      "3ea05428c9d11689f23529cde32fd30aabd50f7d2c93657c1d3650bca3e8ea9e",
      "82c88066be968bb550a05e30ff6c2413", "ffd79788d614d27919ae5bd2d94eacb6",
      133, 91674, 69300, 66792, 17 },
    { KIND_WINNING, false, &sector_shapes[1],
      POST_NAME("8-0-0")
      "50c7368dea9593ed0989e70974d28024efa9d156d585b7eea1be22b2e753f331",
      "700171ecf7334e3199437c930676af82", "79ebb55f56fda427743e35053edad8fc",
      133, 233442, 176748, 169488, 18 },
    { KIND_WINNING, false, &sector_shapes[2],
      POST_NAME("8-0-0")
      "7d739b8cf60f1b0709eeebee7730e297683552e4b69cab6984ec0285663c5781",
      "827359440349fe8f5a016e7598993b79", "bd2cd62f65c1ab84f19ca27e97b7c731",
      133, 304326, 230472, 220836, 19 },
    { KIND_WINNING, false, &sector_shapes[3],
      POST_NAME("8-8-0")
      "559e581f022bb4e4ec6e719e563bf0e026ad6de42e56c18714a2c692b1b88d7e",
      "d84f79a16fe40e9e25a36e2107bb1ba0", "fc02943678dd119e69e7fab8420e8819",
      133, 375210, 284196, 272184, 19 },
    { KIND_WINNING, false, &sector_shapes[4],
      POST_NAME("8-8-2")
      "b62098629d07946e9028127e70295ed996fe3ed25b0f9f88eb610a0ab4385a3c",
      "2170a91ad5bae22ea61f2ea766630322", "6d3789148fb6466d07ee1e24d6292fd6",
      133, 396000, 299838, 287694, 19 },
    { KIND_WINDOW, false, &sector_shapes[0],
      POST_NAME("8-0-0")
      "0170db1f394b35d995252228ee359194b13199d259380541dc529fb0099096b0",
      "7610b9f82bfc88405b7a832b651ce2f6", "0e0958009936b9d5e515ec97b8cb792d",
      23, 22128, 16770, 16028, 15 },
    { KIND_WINDOW, false, &sector_shapes[1],
      POST_NAME("8-0-0")
      "5294475db5237a2e83c3e52fd6c2b03859a1831d45ed08c4f35dbf9a803165a9",
      "c49499bb76a0762884896f9683403f55", "34d4feeacd9abf788d69ef1bb4d8fd00",
      23, 65088, 49330, 47148, 16 },
    { KIND_WINDOW, false, &sector_shapes[2],
      POST_NAME("8-0-0")
      "0cfb4f178bbb71cf2ecfcd42accce558b27199ab4fb59cb78f2483fe21ef36d9",
      "1a7d4a9c8a502a497ed92a54366af33f", "4dae975de4f011f101f5a2f86d1daaba",
      23, 86568, 65610, 62708, 17 },
    { KIND_WINDOW, false, &sector_shapes[3],
      POST_NAME("8-8-0")
      "0377ded656c6f524f1618760bffe4e0a1c51d5a70c4509eedae8a27555733edc",
      "2cf49eb26f1fee94c85781a390ddb4c8", "0f8ec542485568fa3468c066e9fed82b",
      25840, 126902376, 96179805, 91925766, 27 },
    { KIND_WINDOW, false, &sector_shapes[4],
      POST_NAME("8-8-2")
      "2627e4006b67f99cef990c0a47d5426cb7ab0a0ad58fc1061547bf2d28b09def",
      "3810b7780ac0e299b22ae70f1f94c9bc", "59d2bf1857adc59a4f08fcf2afaa916b",
      25301, 131500200, 99624500, 95413200, 27 },
    { KIND_UPDATE, false, &sector_shapes[0],
      UPDATE_NAME("", "8-0-0")
      "fb9e095bebdd77511c0269b967b4d87ba8b8a525edaa0e165de23ba454510194",
      "311f92a3e75036ced01b1c0025f1fa0c", "eadad9784969890d30f2749708c79771",
      5, 1703569, 1697189, 444403, 21 },
    { KIND_UPDATE, false, &sector_shapes[1],
      UPDATE_NAME("", "8-0-0")
      "92180959e1918d26350b8e6cfe217bbdd0a2d8de51ebec269078b364b715ad63",
      "5aedd2cf3e5c0a15623d56a1b43110ad", "abd80269054d391a734febdac0d2e687",
      5, 9998039, 9981015, 2567921, 24 },
    { KIND_UPDATE, false, &sector_shapes[2],
      UPDATE_NAME("", "8-0-0")
      "61fa69f38b9cc771ba27b670124714b4ea77fbeae05e377fb859c4a43b73a30c",
      "c3ad7bb549470b82ad52ed070aebb4f4", "994c5b7d450ca9da348c910689f2dc7f",
      5, 57401314, 57212317, 14916879, 26 },
    { KIND_UPDATE, false, &sector_shapes[3],
      UPDATE_NAME("", "8-8-0")
      "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18",
      "1b3cfd761a961543f9eb273e435a06a2", "3a6941983754737fde880d29c7094905",
      5, 80978488, 80743581, 20983607, 27 },
    { KIND_UPDATE, false, &sector_shapes[4],
      UPDATE_NAME("", "8-8-2")
      "102e1444a7e9a97ebf1e3d6855dcc77e66c011ea66f936d9b2c508f87f2f83a7",
      "1a392e7b759fb18e036c7559b5ece816", "80e366df2f1011953c2d01c7b7c9ee8e",
      0, 0, 0, 0, 0 },
    { KIND_UPDATE, true, &sector_shapes[3],
      UPDATE_NAME("poseidon-", "8-8-0")
      "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18",
      "b69983b5d7a97a20f43b3d5ff2a4ed04", "1ac05784f304129f74c5184190c1ec78",
      0, 0, 0, 0, 0 },
    { KIND_UPDATE, true, &sector_shapes[4],
      UPDATE_NAME("poseidon-", "8-8-2")
      "102e1444a7e9a97ebf1e3d6855dcc77e66c011ea66f936d9b2c508f87f2f83a7",
      "a6d4f96e2b641a6d7a1a8e6dc1155c8a", "8e8fb9e2c56eb5d740d0de135305a7b8",
      0, 0, 0, 0, 0 },
};
/* clang-format on */

static const char *const extensions[] = {
    [PARAM_FILE_PARAMS] = ".params",
    [PARAM_FILE_VK] = ".vk",
    [PARAM_FILE_META] = ".meta",
};

const param_set *param_set_find(proof_kind kind, const sector_shape *shape)
{
    for (size_t i = 0; i < PARAM_SETS; i++) {
        const param_set *p = &param_sets[i];
        if (p->kind == kind && p->shape == shape && !p->poseidon_update)
            return p;
    }
    return NULL;
}

const param_set *param_set_by_file(const char *path, param_file *file)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;

    for (size_t i = 0; i < PARAM_SETS; i++) {
        size_t len = strlen(param_sets[i].name);
        if (strncmp(base, param_sets[i].name, len) != 0)
            continue;
        for (int f = PARAM_FILE_PARAMS; f <= PARAM_FILE_META; f++) {
            if (!strcmp(base + len, extensions[f])) {
                *file = (param_file)f;
                return &param_sets[i];
            }
        }
    }
    return NULL;
}

void param_set_file_name(const param_set *p, param_file file, char out[PARAM_NAME_MAX])
{
    snprintf(out, PARAM_NAME_MAX, "%s%s", p->name, extensions[file]);
}

#define G1_LEN    96 /* uncompressed */
#define G2_LEN    192
#define COUNT_LEN 4

/* alpha_g1, beta_g1, beta_g2, gamma_g2, delta_g1, delta_g2, then ic: a point an input. */
uint64_t param_set_vk_len(const param_set *p)
{
    return p->inputs ? 3 * G1_LEN + 3 * G2_LEN + COUNT_LEN + G1_LEN * p->inputs : 0;
}

/* The key, then h, l, a, b_g1 in G1 and b_g2 in G2, each after its count. */
uint64_t param_set_params_len(const param_set *p)
{
    if (!p->inputs)
        return 0;
    uint64_t h = (UINT64_C(1) << p->lg_domain) - 1;
    uint64_t l = p->aux;
    uint64_t a = p->inputs + p->a_aux;
    uint64_t b = 1 + p->b_aux;
    return param_set_vk_len(p) + 5 * COUNT_LEN + G1_LEN * (h + l + a + b) + G2_LEN * b;
}

void param_set_circuit_id(const param_set *p, char out[32])
{
    snprintf(out, 32, "%s%s-%s", proof_kind_circuit_prefix(p->kind),
             p->poseidon_update ? "-poseidon" : "", p->shape->short_id);
}
