/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* grpc.reflection, v1 and v1alpha, whose messages are the same bytes. Answers come from the
 * descriptors that protoc-c wrote, read as what they are: protobuf messages. */
#include "rpc/grpc.h"
#include "rpc/proto/descriptors.h"
#include "rpc/service.h"
#include "rpc/wire.h"
#include <grpc/reflection/v1/reflection.pb-c.h>

#include <string.h>

#define V1(name)     grpc__reflection__v1__##name
#define ANSWER(kind) GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_##kind
#define MAX_SERVICES 16

/* Field numbers of descriptor.proto. */
enum { SET_FILE = 1 };
enum { FILE_NAME = 1, FILE_PACKAGE = 2, FILE_MESSAGE = 4, FILE_ENUM = 5, FILE_SERVICE = 6 };
enum { ANY_NAME = 1, SERVICE_METHOD = 2, MESSAGE_NESTED = 3, MESSAGE_ENUM = 4 };

/* The next field of that number whose value is bytes. */
static bool next_of(wire *w, uint32_t number, wire *out)
{
    wire_field f;
    bool bad;
    while (wire_next(w, &f, &bad))
        if (f.number == number && f.type == WIRE_BYTES) {
            *out = (wire) { f.data, f.data + f.len };
            return true;
        }
    return false;
}

static wire first_of(wire message, uint32_t number)
{
    wire out = { 0 };
    next_of(&message, number, &out);
    return out;
}

/* What is left of a symbol after a name and, unless nothing is left, a dot; NULL: another. */
static const char *after(const char *symbol, wire name)
{
    size_t len = (size_t)(name.end - name.at);
    if (strncmp(symbol, (const char *)name.at, len) != 0)
        return NULL;
    return symbol[len] == '.' ? symbol + len + 1 : symbol[len] == '\0' ? symbol + len : NULL;
}

static bool names_one(const char *symbol, wire outer, uint32_t number)
{
    for (wire x; next_of(&outer, number, &x);) {
        const char *rest = after(symbol, first_of(x, ANY_NAME));
        if (rest && *rest == '\0')
            return true;
    }
    return false;
}

/* A message, or something in it; depth: no more than our own files have. */
static bool in_messages(const char *symbol, wire outer, uint32_t number, int depth)
{
    for (wire x; next_of(&outer, number, &x);) {
        const char *rest = after(symbol, first_of(x, ANY_NAME));
        if (rest && (*rest == '\0' || names_one(rest, x, MESSAGE_ENUM) ||
                     (depth > 0 && in_messages(rest, x, MESSAGE_NESTED, depth - 1))))
            return true;
    }
    return false;
}

static bool in_services(const char *symbol, wire file)
{
    for (wire x; next_of(&file, FILE_SERVICE, &x);) {
        const char *rest = after(symbol, first_of(x, ANY_NAME));
        if (rest && (*rest == '\0' || names_one(rest, x, SERVICE_METHOD)))
            return true;
    }
    return false;
}

static bool has_symbol(wire file, const char *symbol)
{
    const char *rest = after(symbol, first_of(file, FILE_PACKAGE));
    return rest && *rest &&
           (in_services(rest, file) || in_messages(rest, file, FILE_MESSAGE, 4) ||
            names_one(rest, file, FILE_ENUM));
}

static bool has_name(wire file, const char *name)
{
    wire own = first_of(file, FILE_NAME);
    size_t len = (size_t)(own.end - own.at);
    return strlen(name) == len && memcmp(name, own.at, len) == 0;
}

typedef Grpc__Reflection__V1__ServerReflectionResponse reflection_answer;

static void answer_error(reflection_answer *a, Grpc__Reflection__V1__ErrorResponse *e,
                         grpc_status status, const char *text)
{
    e->error_code = (int32_t)status;
    e->error_message = (char *)(uintptr_t)text;
    a->error_response = e;
    a->message_response_case = ANSWER(ERROR_RESPONSE);
}

static void answer_file(inbound *call, reflection_answer a,
                        bool (*matches)(wire file, const char *what), const char *what)
{
    Grpc__Reflection__V1__FileDescriptorResponse files =
        GRPC__REFLECTION__V1__FILE_DESCRIPTOR_RESPONSE__INIT;
    Grpc__Reflection__V1__ErrorResponse e = GRPC__REFLECTION__V1__ERROR_RESPONSE__INIT;
    ProtobufCBinaryData bytes;
    wire set = { rpc_descriptors, rpc_descriptors_end }, file;
    bool found = false;

    while (!found && next_of(&set, SET_FILE, &file))
        found = matches(file, what);
    if (found) {
        bytes.data = (uint8_t *)(uintptr_t)file.at;
        bytes.len = (size_t)(file.end - file.at);
        files.n_file_descriptor_proto = 1;
        files.file_descriptor_proto = &bytes;
        a.file_descriptor_response = &files;
        a.message_response_case = ANSWER(FILE_DESCRIPTOR_RESPONSE);
    } else {
        answer_error(&a, &e, GRPC_NOT_FOUND, "not found");
    }
    send_message(call, &a.base);
}

static void answer_services(inbound *call, reflection_answer a)
{
    Grpc__Reflection__V1__ListServiceResponse list =
        GRPC__REFLECTION__V1__LIST_SERVICE_RESPONSE__INIT;
    Grpc__Reflection__V1__ServiceResponse one[MAX_SERVICES], *all[MAX_SERVICES];
    char names[MAX_SERVICES][96];

    for (size_t i = 0; i < service_n_methods && list.n_service < MAX_SERVICES; i++) {
        const char *path = service_methods[i].path + 1;
        size_t len = strcspn(path, "/"), n = list.n_service;
        if (n > 0 && strlen(names[n - 1]) == len && strncmp(names[n - 1], path, len) == 0)
            continue; /* those of one service stand together */
        memcpy(names[n], path, len);
        names[n][len] = '\0';
        one[n] =
            (Grpc__Reflection__V1__ServiceResponse)GRPC__REFLECTION__V1__SERVICE_RESPONSE__INIT;
        one[n].name = names[n];
        all[n] = &one[n];
        list.n_service++;
    }
    list.service = all;
    a.list_services_response = &list;
    a.message_response_case = ANSWER(LIST_SERVICES_RESPONSE);
    send_message(call, &a.base);
}

void handle_reflection(void *ctx, inbound *call, request *r)
{
    Grpc__Reflection__V1__ServerReflectionRequest *q =
        unpack(call, &V1(server_reflection_request__descriptor), r);
    reflection_answer a = GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__INIT;
    Grpc__Reflection__V1__ErrorResponse e = GRPC__REFLECTION__V1__ERROR_RESPONSE__INIT;

    (void)ctx;
    if (!q)
        return;
    text_make_clean(q->host, false);
    a.valid_host = q->host;
    a.original_request = q;
    switch (q->message_request_case) {
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_LIST_SERVICES:
        text_make_clean(q->list_services, false);
        answer_services(call, a);
        break;
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_BY_FILENAME:
        text_make_clean(q->file_by_filename, false);
        answer_file(call, a, has_name, q->file_by_filename);
        break;
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_CONTAINING_SYMBOL:
        text_make_clean(q->file_containing_symbol, false);
        answer_file(call, a, has_symbol, q->file_containing_symbol);
        break;
    default:
        a.original_request = NULL; /* its strings were not looked at */
        answer_error(&a, &e, GRPC_UNIMPLEMENTED, "there are no extensions");
        send_message(call, &a.base);
    }
    unpacked_free(q);
}

void reflection_end(void *ctx, inbound *call)
{
    (void)ctx;
    inbound_finish(call, GRPC_OK, NULL);
}
