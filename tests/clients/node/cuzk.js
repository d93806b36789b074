// SPDX-License-Identifier: MIT OR Apache-2.0
// The clients, made as users of @grpc/grpc-js make them: messages loaded from the .proto files.
'use strict';
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

const PROTO_DIR = process.env.CUZK_PROTO_DIR;
const GRPC_PROTO_DIR = process.env.GRPC_PROTO_DIR || '/usr/share/grpc-proto';

function load(...files) {
  const options = { includeDirs: [PROTO_DIR, GRPC_PROTO_DIR], keepCase: true, longs: Number,
    enums: String, defaults: true, oneofs: true };
  return grpc.loadPackageDefinition(loader.loadSync(files, options));
}

const services = load('cuzk/v1/proving.proto', 'grpc/health/v1/health.proto',
  'grpc/reflection/v1/reflection.proto', 'grpc/reflection/v1alpha/reflection.proto');

// Curio's limits.
const LIMITS = { 'grpc.max_receive_message_length': 256 << 20,
  'grpc.max_send_message_length': 256 << 20 };

const make = (Service, address) =>
  new Service(address, grpc.credentials.createInsecure(), LIMITS);

exports.grpc = grpc;
exports.engine = (address) => make(services.cuzk.v1.ProvingEngine, address);
exports.health = (address) => make(services.grpc.health.v1.Health, address);
exports.reflection = (address) => ({
  v1: make(services.grpc.reflection.v1.ServerReflection, address),
  v1alpha: make(services.grpc.reflection.v1alpha.ServerReflection, address),
});

// A unary call: resolves to { error, value, call }.
exports.call = (client, method, request, options = {}, started = () => {}) =>
  new Promise((resolve) => {
    const call = client[method](request, new grpc.Metadata(), options,
      (error, value) => resolve({ error, value }));
    started(call);
  });
