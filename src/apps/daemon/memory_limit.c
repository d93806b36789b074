/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/memory_limit.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t machine_memory(const char *root)
{
    char path[PATH_MAX], line[256];
    unsigned long long kib;
    uint64_t out = UINT64_MAX;
    FILE *f;

    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    if (!(f = fopen(path, "re")))
        return out;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "MemTotal: %llu kB", &kib) == 1)
            out = kib * 1024;
    }
    fclose(f);
    return out;
}

/* A file with one number; "max", and what cannot be read, is no limit. */
static uint64_t read_limit(const char *path)
{
    char text[64] = "", *end;
    uint64_t v;
    FILE *f = fopen(path, "re");

    if (!f)
        return UINT64_MAX;
    if (!fgets(text, sizeof text, f))
        text[0] = '\0';
    fclose(f);
    errno = 0;
    v = strtoull(text, &end, 10);
    return end == text || errno ? UINT64_MAX : v;
}

/* The limit of a group and of every group it is in: the least holds. */
static uint64_t group_limit(const char *root, const char *mount, const char *group,
                            const char *file)
{
    char at[PATH_MAX], path[PATH_MAX + 64];
    uint64_t out = UINT64_MAX;

    snprintf(at, sizeof at, "%s", group);
    for (;;) {
        snprintf(path, sizeof path, "%s%s%s/%s", root, mount, at, file);
        out = least(out, read_limit(path));
        char *slash = strrchr(at, '/');
        if (!slash)
            return out;
        *slash = '\0';
    }
}

/* Is "memory" among the controllers "cpu,memory"? */
static bool has_memory(const char *controllers)
{
    char list[256];

    snprintf(list, sizeof list, ",%.250s,", controllers);
    return strstr(list, ",memory,") != NULL;
}

/* cgroups(7): "0::/path" is version 2, "N:controllers:/path" version 1. */
static uint64_t groups_limit(const char *root)
{
    char path[PATH_MAX], line[PATH_MAX];
    uint64_t out = UINT64_MAX;
    FILE *f;

    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    if (!(f = fopen(path, "re")))
        return out;
    while (fgets(line, sizeof line, f)) {
        char *controllers = strchr(line, ':'), *group;
        line[strcspn(line, "\n")] = '\0';
        if (!controllers || !(group = strchr(controllers + 1, ':')))
            continue;
        *group++ = '\0';
        controllers++;
        if (strncmp(line, "0:", 2) == 0 && !*controllers)
            out = least(out, group_limit(root, "/sys/fs/cgroup", group, "memory.max"));
        else if (has_memory(controllers))
            out = least(out,
                        group_limit(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    fclose(f);
    return out;
}

uint64_t memory_limit(const char *root)
{
    uint64_t limit = least(machine_memory(root), groups_limit(root));

    return limit == UINT64_MAX ? 0 : limit;
}

uint64_t memory_auto_budget(uint64_t limit, uint64_t margin)
{
    return margin < limit - limit / 2 ? limit - margin : limit / 2;
}
