/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/request.h"

#include <stdlib.h>
#include <sys/mman.h>

bool request_new(request *r, size_t len)
{
    *r = (request) { .len = len };
    if (len < REQUEST_MAPPED_FROM) {
        r->data = malloc(len ? len : 1);
        return r->data != NULL;
    }
    void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    r->data = p == MAP_FAILED ? NULL : p;
    return r->data != NULL;
}

void request_free(request *r)
{
    if (r->data && r->len >= REQUEST_MAPPED_FROM)
        munmap(r->data, r->len);
    else
        free(r->data);
    *r = (request) { 0 };
}
