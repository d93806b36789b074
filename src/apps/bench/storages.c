/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/storage.h"
#include <string.h>

extern const storage storage_vec, storage_small1, storage_small2, storage_small4, storage_pool,
    storage_arena;

const storage *const storages[STORAGES] = {
    &storage_vec, &storage_small1, &storage_small2, &storage_small4, &storage_pool, &storage_arena,
};

const storage *storage_find(const char *name)
{
    for (size_t i = 0; i < STORAGES; i++)
        if (strcmp(storages[i]->name, name) == 0)
            return storages[i];
    return NULL;
}
