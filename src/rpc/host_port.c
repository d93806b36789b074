/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/host_port.h"

#include <string.h>

bool host_port_split(char host[HOST_MAX], char port[PORT_MAX], const char *text, size_t len)
{
    const char *colon = memrchr(text, ':', len);
    size_t host_len, port_len;

    if (!colon || colon == text)
        return false;
    host_len = (size_t)(colon - text);
    port_len = len - host_len - 1;
    if (text[0] == '[' && text[host_len - 1] == ']') {
        text++;
        host_len -= 2;
    } else if (memchr(text, ':', host_len)) {
        return false;
    }
    if (host_len == 0 || host_len >= HOST_MAX || port_len == 0 || port_len >= PORT_MAX)
        return false;
    memcpy(host, text, host_len);
    host[host_len] = '\0';
    memcpy(port, colon + 1, port_len);
    port[port_len] = '\0';
    return strspn(port, "0123456789") == port_len;
}
