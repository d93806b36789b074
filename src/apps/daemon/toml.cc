/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/toml.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

/* toml++ 3.3 asserts what some malformed documents do not keep: a key after a comma in an inline
 * table. Here that is one more error of the document. */
struct malformed : std::exception {
};
[[noreturn]] static void refuse()
{
    throw malformed();
}
#undef NDEBUG
#define TOML_ASSERT(expr) ((expr) ? void() : refuse())

#define TOML_HEADER_ONLY       1
#define TOML_EXCEPTIONS        1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace
{

cuzk_status fail(cuzk_error *err, cuzk_status status, const char *code, const char *file,
                 unsigned line, const char *message)
{
    std::memset(err, 0, sizeof *err);
    err->status = status;
    err->index = -1;
    std::snprintf(err->code, sizeof err->code, "%s", code);
    std::snprintf(err->file, sizeof err->file, "%s", file);
    if (line > 0)
        std::snprintf(err->section, sizeof err->section, "line %u", line);
    std::snprintf(err->message, sizeof err->message, "%s", message);
    for (char *c = err->message; *c; c++)
        *c = static_cast<unsigned char>(*c) < ' ' || *c == 0x7f ? '?' : *c;
    return status;
}

/* Appends what a scalar says; TOML_OTHER when it is none of ours. */
toml_type scalar(const toml::node &node, std::vector<std::string> &texts)
{
    if (const auto *s = node.as_string()) {
        texts.push_back(s->get());
        return TOML_TEXT;
    }
    if (const auto *i = node.as_integer()) {
        texts.push_back(std::to_string(i->get()));
        return TOML_INTEGER;
    }
    if (const auto *b = node.as_boolean()) {
        texts.push_back(b->get() ? "true" : "false");
        return TOML_FLAG;
    }
    return TOML_OTHER;
}

toml_type value(const toml::node &node, std::vector<std::string> &texts)
{
    const auto *array = node.as_array();
    if (!array)
        return scalar(node, texts);
    if (array->empty())
        return TOML_EMPTY;
    int types = 0;
    for (const auto &element : *array)
        types |= scalar(element, texts);
    if (types == TOML_TEXT)
        return TOML_TEXTS;
    if (types == TOML_INTEGER)
        return TOML_INTEGERS;
    texts.clear();
    return TOML_OTHER;
}

struct walk {
    const char *file;
    toml_leaf_fn fn;
    void *ctx;
    cuzk_error *err;

    cuzk_status leaf(const std::string &section, const std::string &key, const toml::node &node)
    {
        std::vector<std::string> texts;
        std::vector<const char *> pointers;
        toml_leaf l = {};
        l.section = section.c_str();
        l.key = key.c_str();
        l.type = value(node, texts);
        l.line = static_cast<unsigned>(node.source().begin.line);
        if (key.find('\0') != key.npos || section.find('\0') != section.npos)
            return fail(err, CUZK_BAD_INPUT, "toml", file, l.line, "a key with a NUL character");
        for (const auto &text : texts) {
            if (text.find('\0') != text.npos)
                return fail(err, CUZK_BAD_INPUT, "toml", file, l.line, "a NUL character");
            pointers.push_back(text.c_str());
        }
        l.text = pointers.data();
        l.n_text = pointers.size();
        return fn(ctx, &l, err);
    }

    /* toml++ refuses documents that nest deeper than 256. */
    cuzk_status table(const std::string &name, const toml::table &t)
    {
        for (const auto &[key, node] : t) {
            const std::string k { key.str() };
            const auto *inner = node.as_table();
            cuzk_status s =
                inner ? table(name.empty() ? k : name + "." + k, *inner) : leaf(name, k, node);
            if (s != CUZK_OK)
                return s;
        }
        if (!t.empty() || name.empty() || name.find('\0') != name.npos)
            return CUZK_OK;
        toml_leaf l = {};
        l.section = name.c_str();
        l.type = TOML_OTHER;
        l.line = static_cast<unsigned>(t.source().begin.line);
        return fn(ctx, &l, err);
    }
};

} // namespace

cuzk_status toml_read(const char *text, size_t len, const char *file, toml_leaf_fn fn, void *ctx,
                      cuzk_error *err)
{
    try {
        const toml::table document = toml::parse(std::string_view { text, len });
        walk w = { file, fn, ctx, err };
        return w.table("", document);
    } catch (const toml::parse_error &e) {
        const std::string what { e.description() };
        return fail(err, CUZK_BAD_INPUT, "toml", file, static_cast<unsigned>(e.source().begin.line),
                    what.c_str());
    } catch (const malformed &) {
        return fail(err, CUZK_BAD_INPUT, "toml", file, 0, "malformed");
    } catch (const std::bad_alloc &) {
        return fail(err, CUZK_NO_RESOURCES, "out-of-memory", file, 0, "out of memory");
    } catch (const std::exception &e) {
        return fail(err, CUZK_FAULT, "toml", file, 0, e.what());
    }
}
