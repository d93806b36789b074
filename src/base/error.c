/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *cuzk_status_name(cuzk_status status)
{
    switch (status) {
    case CUZK_OK:
        return "ok";
    case CUZK_NO:
        return "no";
    case CUZK_BAD_INPUT:
        return "bad-input";
    case CUZK_FAULT:
        return "fault";
    case CUZK_NO_RESOURCES:
        return "no-resources";
    case CUZK_INTERRUPTED:
        return "interrupted";
    }
    return "unknown";
}

/* What comes from a file or a path may hold anything; an error is one line of text and steers no
 * terminal. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

/* Cut to fit: a long path or name loses its end, never its terminator. */
static void copy_text(char *out, size_t size, const char *text)
{
    size_t len = strnlen(text, size - 1);
    memmove(out, text, len);
    out[len] = '\0';
    make_plain(out);
}

static void format_text(char *out, size_t size, const char *fmt, va_list args)
{
    vsnprintf(out, size, fmt, args);
    make_plain(out);
}

cuzk_status err_set(cuzk_error *err, cuzk_status status, const char *code, const char *fmt, ...)
{
    if (!err)
        return status;
    /* The arguments may point into *err, so the text is made before anything is cleared. */
    cuzk_error e = { .status = status, .index = -1 };
    copy_text(e.code, sizeof e.code, code);
    va_list args;
    va_start(args, fmt);
    format_text(e.message, sizeof e.message, fmt, args);
    va_end(args);
    *err = e;
    return status;
}

void err_at(cuzk_error *err, const char *file, const char *section, int64_t index)
{
    if (!err)
        return;
    if (file)
        copy_text(err->file, sizeof err->file, file);
    if (section)
        copy_text(err->section, sizeof err->section, section);
    if (index != -1)
        err->index = index;
}

void err_expected(cuzk_error *err, const char *fmt, ...)
{
    if (!err)
        return;
    va_list args;
    va_start(args, fmt);
    format_text(err->expected, sizeof err->expected, fmt, args);
    va_end(args);
}

void err_found(cuzk_error *err, const char *fmt, ...)
{
    if (!err)
        return;
    va_list args;
    va_start(args, fmt);
    format_text(err->found, sizeof err->found, fmt, args);
    va_end(args);
}

/* What an errno is to the person who reads it. Any other is our fault until shown otherwise. */
static const struct {
    int number;
    cuzk_status status;
    const char *code;
} errno_table[] = {
    { ENOENT, CUZK_BAD_INPUT, "no-such-file" },
    { ENOTDIR, CUZK_BAD_INPUT, "no-such-file" },
    { EISDIR, CUZK_BAD_INPUT, "not-a-file" },
    { ENXIO, CUZK_BAD_INPUT, "not-a-file" },
    { EEXIST, CUZK_BAD_INPUT, "exists" },
    { EACCES, CUZK_BAD_INPUT, "no-permission" },
    { EPERM, CUZK_BAD_INPUT, "no-permission" },
    { EROFS, CUZK_BAD_INPUT, "no-permission" },
    { ETXTBSY, CUZK_BAD_INPUT, "no-permission" },
    { ENAMETOOLONG, CUZK_BAD_INPUT, "bad-path" },
    { ELOOP, CUZK_BAD_INPUT, "bad-path" },
    { EINVAL, CUZK_BAD_INPUT, "bad-path" },
    { EPIPE, CUZK_BAD_INPUT, "closed-pipe" },
    { EINTR, CUZK_INTERRUPTED, "interrupted" },
    { ENOSPC, CUZK_NO_RESOURCES, "no-space" },
    { EDQUOT, CUZK_NO_RESOURCES, "no-space" },
    { EFBIG, CUZK_NO_RESOURCES, "no-space" },
    { ENOMEM, CUZK_NO_RESOURCES, "out-of-memory" },
    { EMFILE, CUZK_NO_RESOURCES, "too-many-files" },
    { ENFILE, CUZK_NO_RESOURCES, "too-many-files" },
    { EIO, CUZK_NO_RESOURCES, "io-error" },
};

cuzk_status err_system(cuzk_error *err, int errnum, const char *what, const char *path)
{
    cuzk_status status = CUZK_FAULT;
    const char *code = "system-error";
    for (size_t i = 0; i < sizeof errno_table / sizeof errno_table[0]; i++)
        if (errno_table[i].number == errnum) {
            status = errno_table[i].status;
            code = errno_table[i].code;
        }
    char text[96] = "";
    /* The GNU strerror_r: thread-safe, and may answer with a constant of its own. */
    const char *reason = strerror_r(errnum, text, sizeof text);
    err_set(err, status, code, "cannot %s: %s", what, reason);
    err_at(err, path, NULL, -1);
    return status;
}
