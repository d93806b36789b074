// SPDX-License-Identifier: MIT OR Apache-2.0
// usage: node run.js ADDRESS GOLDEN-DIR OUT-DIR
// Puts a daemon with 2 KiB development parameters through what a client may ask. Proofs are written
// to OUT-DIR/KIND.proof, for others to verify.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const loader = require('@grpc/proto-loader');
const { grpc, engine, health, reflection, call } = require('./cuzk.js');

const [address, golden, out] = process.argv.slice(2);
// Proving takes most of the time. On TCP, and for further versions of Node, less of it will do.
const brief = !address.startsWith('unix:') || process.env.CLIENT_BRIEF === '1';
const client = engine(address);
const tag = `node-${process.pid}-${Date.now()}`;
let n = 0;
const id = () => `${tag}-${++n}`;
const read = (name) => fs.readFileSync(path.join(golden, name));
const hex = (text) => Buffer.from(text, 'hex');
const items = (name) => JSON.parse(read(name)).map((item) => Buffer.from(item, 'base64'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const RANDOMNESS = hex('79e99659ee9b2e5eb90b15c4c845ffabb94ada44f0a902289034aeabfd1d763b');
const inputs = {
  porep: () => ({ proof_kind: 'POREP_SEAL_COMMIT', sector_size: 2048, sector_number: 1,
    miner_id: 1000, vanilla_proof: read('seal-2k/c1-curio.json') }),
  winning: () => ({ proof_kind: 'WINNING_POST', sector_size: 2048, randomness: RANDOMNESS,
    vanilla_proofs: items('winning-2k/vanilla.json') }),
  window: () => ({ proof_kind: 'WINDOW_POST_PARTITION', sector_size: 2048, registered_proof: 10,
    randomness: RANDOMNESS, partition_index: 3, vanilla_proofs: items('window-2k/vanilla.json') }),
  update: () => ({ proof_kind: 'SNAP_DEALS_UPDATE', sector_size: 2048,
    vanilla_proofs: items('update-2k/vanilla.json'),
    comm_r_old: hex('d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f'),
    comm_r_new: hex('87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d'),
    comm_d_new: hex('5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008') }),
};

async function ok(method, request, options) {
  const { error, value } = await call(client, method, request, options);
  if (error) throw new Error(`${method}: ${error.code} ${error.details}`);
  return value;
}

async function fails(method, request, code, options, started) {
  const { error, value } = await call(client, method, request, options, started);
  assert(error, `${method} succeeded: ${JSON.stringify(value)}`);
  assert.strictEqual(error.code, code, error.details);
  return error;
}

async function prove(kind, request_id = id()) {
  const { result } = await ok('Prove', { submit: { request_id, ...inputs[kind]() } });
  assert.strictEqual(result.status, 'COMPLETED', `${kind}: ${result.error_message}`);
  assert.strictEqual(result.job_id, request_id);
  assert.strictEqual(result.proof.length, 192);
  return result.proof;
}

const tests = {
  async 'each kind is proved'() {
    for (const kind of brief ? ['winning', 'window'] : Object.keys(inputs))
      fs.writeFileSync(path.join(out, `${kind}.proof`), await prove(kind));
  },

  async 'submitted and awaited'() {
    const request_id = id();
    const submitted = await ok('SubmitProof', { request_id, ...inputs.window() });
    assert.strictEqual(submitted.job_id, request_id);
    const answers = await Promise.all([1, 2, 3].map(() => ok('AwaitProof', { job_id: request_id })));
    for (const answer of answers) {
      assert.strictEqual(answer.status, 'COMPLETED');
      assert(answer.proof.equals(answers[0].proof));
    }
    assert((await prove('window', request_id)).equals(answers[0].proof), 'proved twice');
  },

  async 'many jobs, eight at once'() {
    const jobs = brief ? 8 : 20;
    const before = (await ok('GetStatus', {})).total_proofs_completed;
    const seen = new Set();
    let left = jobs;
    await Promise.all(Array.from({ length: 8 }, async () => {
      while (left-- > 0) seen.add((await prove('window')).toString('hex'));
    }));
    assert.strictEqual(seen.size, jobs);
    assert.strictEqual((await ok('GetStatus', {})).total_proofs_completed - before, jobs);
  },

  async 'what is wrong is refused'() {
    const { INVALID_ARGUMENT, NOT_FOUND } = grpc.status;
    let error = await fails('Prove', {}, INVALID_ARGUMENT);
    assert.match(error.details, /missing submit field/);
    error = await fails('SubmitProof', { request_id: id() }, INVALID_ARGUMENT);
    assert.match(error.details, /invalid proof_kind: 0/);
    error = await fails('AwaitProof', { job_id: `${tag}-none` }, NOT_FOUND);
    assert.match(error.details, /job not found/);
    const request = { request_id: id(), ...inputs.winning(), randomness: hex('01'.repeat(32)) };
    const { result } = await ok('Prove', { submit: request });
    assert.strictEqual(result.status, 'FAILED'); // of other challenges
    assert.notStrictEqual(result.error_message, '');
  },

  async 'deadlines and cancelled calls leave the job'() {
    const request_id = id();
    await ok('SubmitProof', { request_id, ...inputs.porep() });
    await fails('AwaitProof', { job_id: request_id }, grpc.status.DEADLINE_EXCEEDED,
      { deadline: Date.now() + 100 });
    await fails('AwaitProof', { job_id: request_id }, grpc.status.CANCELLED, {},
      (c) => setTimeout(() => c.cancel(), 50));
    const waited = await ok('AwaitProof', { job_id: request_id, timeout_ms: 50 });
    assert.strictEqual(waited.status, 'TIMEOUT');
    const begin = Date.now();
    const { was_running } = await ok('CancelProof', { job_id: request_id });
    assert.strictEqual(was_running, true);
    assert.strictEqual((await ok('AwaitProof', { job_id: request_id })).status, 'CANCELLED');
    assert(Date.now() - begin < 1000, `${Date.now() - begin} ms to cancel`);
  },

  async 'metrics and parameters'() {
    const { prometheus_text } = await ok('GetMetrics', {});
    assert.match(prometheus_text, /^# HELP cuzk_proofs_completed_total /m);
    const loaded = await ok('PreloadSRS', { circuit_id: 'winning-2k' });
    assert.strictEqual(typeof loaded.already_loaded, 'boolean');
    assert.strictEqual((await ok('PreloadSRS', { circuit_id: 'winning-2k' })).already_loaded, true);
    assert.strictEqual((await ok('EvictSRS', { circuit_id: 'winning-2k' })).was_loaded, true);
    await call(client, 'PreloadSRS', { circuit_id: 'nothing-1k' }).then(({ error }) => {
      assert(error);
      assert.match(error.details, /nothing-1k/);
    });
  },

  async 'health'() {
    const checked = await call(health(address), 'Check', { service: '' });
    assert.strictEqual(checked.value && checked.value.status, 'SERVING');
    const unknown = await call(health(address), 'Check', { service: 'nothing' });
    assert.strictEqual(unknown.error.code, grpc.status.NOT_FOUND);
    const watch = health(address).Watch({ service: '' });
    watch.on('error', () => {});
    const first = await new Promise((resolve) => watch.once('data', resolve));
    assert.strictEqual(first.status, 'SERVING');
    watch.cancel();
  },

  async 'reflection'() {
    for (const [version, service] of Object.entries(reflection(address))) {
      const stream = service.ServerReflectionInfo();
      const ask = (request) => new Promise((resolve, reject) => {
        stream.once('data', resolve).once('error', reject);
        stream.write(request);
      });
      const { list_services_response: list } = await ask({ list_services: '' });
      const names = list.service.map((s) => s.name);
      assert(names.includes('cuzk.v1.ProvingEngine') && names.includes('grpc.health.v1.Health'),
        `${version}: ${names}`);
      const answer = await ask({ file_containing_symbol: 'cuzk.v1.ProvingEngine' });
      const files = answer.file_descriptor_response.file_descriptor_proto;
      const set = Buffer.concat(files.flatMap((f) => [Buffer.from([0x0a]), varint(f.length), f]));
      const described = loader.loadFileDescriptorSetFromBuffer(set, {});
      assert.strictEqual(Object.keys(described['cuzk.v1.ProvingEngine']).length, 8);
      const missing = await ask({ file_containing_symbol: 'no.such.Thing' });
      assert.strictEqual(missing.error_response.error_code, grpc.status.NOT_FOUND);
      stream.end();
    }
  },

  async 'a call that is cancelled while it is sent'() {
    const vanilla_proof = Buffer.alloc(100 << 20, 32);
    await fails('Prove', { submit: { request_id: id(), proof_kind: 1, vanilla_proof } },
      grpc.status.CANCELLED, {}, (c) => setTimeout(() => c.cancel(), 20));
    await sleep(50);
    assert.strictEqual((await ok('GetStatus', {})).queues.length, 0);
  },
};

function varint(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}

(async () => {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    const begin = Date.now();
    try {
      await test();
      console.log(`ok      ${name} (${Date.now() - begin} ms)`);
    } catch (e) {
      failed++;
      console.log(`FAILED  ${name}: ${e.stack}`);
    }
  }
  console.log(`node ${process.version}, ${address}: ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
