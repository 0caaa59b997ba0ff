/**
 * Contract coverage: every operation × documented status × named example, and every invalid request that the contract's
 * schemas tell of, through the generated client on the mock. What was covered is written into `reports/`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, faultsOf, type InvalidInput, invalidInputs } from '@aispm/conformance';
import type { ApiErrorBody } from '@aispm/types';
import { afterAll, describe, expect, test } from 'vitest';
import { type Entry, gapsOf, openLedger, type Row } from '../coverage/ledger.ts';
import { coveragePage } from '../coverage/page.ts';
import { terminalTable } from '../coverage/terminal.ts';
import { examples as typed } from '../generated/examples.ts';
import { argumentsOf, callOf, client, clientThatSends, endpoints, goodRequest, type Reply } from './client.ts';
import { violations } from './contract.ts';

interface Example {
  operation: string;
  /** A status, or `request`. */
  part: string;
  type: string;
  name: string;
  value: unknown;
}

/** What an answer without a body shows. */
const NO_BODY = 'no body';

/** Every named example of the contract; that they are here means that they compile as their types. */
const examples: Example[] = Object.entries(typed).map(([key, value]) => {
  const [operation = '', part = '', type = '', name = ''] = key.split(' ');
  return { operation, part, type, name, value };
});

const examplesOf = (operation: string, part: string) =>
  examples.filter((example) => example.operation === operation && example.part === part);
const labelOf = ({ type, name }: Example) => (type === 'application/json' ? name : `${name} (${type})`);

const ledger = openLedger(
  endpoints.map(({ id, responses }) => ({
    operation: id,
    statuses: new Map(
      [...responses].map(([status, { mediaTypes }]) => [
        status,
        mediaTypes.length > 0 ? examplesOf(id, String(status)).map(labelOf) : [NO_BODY],
      ]),
    ),
    requests: examplesOf(id, 'request').map(labelOf),
  })),
);

/** Runs a check and keeps what came of it; fails as the check does. */
async function keep(entries: Entry[], name: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
    entries.push({ name, fault: undefined });
  } catch (error) {
    entries.push({ name, fault: (error as Error).message.split('\n')[0] ?? '' });
    throw error;
  }
}

async function cursorOf(endpoint: Endpoint, changes: object = {}): Promise<unknown> {
  const args = { ...argumentsOf(goodRequest(endpoint)), page_size: 1, ...changes };
  return ((await callOf(endpoint)(client, args)) as { cursor?: unknown }).cursor;
}

/** Cursors that are in good form but belong elsewhere. */
async function foreignCursors(endpoint: Endpoint): Promise<InvalidInput[]> {
  if (!endpoint.parameters.some(({ name }) => name === 'cursor')) return [];
  const valid = goodRequest(endpoint);
  const other = endpoints.find(
    ({ id, parameters }) =>
      id !== endpoint.id && parameters.some(({ name }) => name === 'include_total') && id.startsWith('list'),
  );
  const cursors = [
    { mistake: 'belongs to another list', cursor: other && (await cursorOf(other)) },
    'workspace_id' in valid.path
      ? { mistake: 'belongs to another workspace', cursor: await cursorOf(endpoint, { workspace_id: 'elsewhere' }) }
      : { mistake: 'is none', cursor: 'none' },
  ];
  return cursors
    .filter(({ cursor }) => cursor)
    .map(({ mistake, cursor }) => ({
      place: 'query/cursor',
      mistake,
      expected: [400],
      request: { ...valid, query: { ...valid.query, cursor } },
    }));
}

/** Expects the documented error, in the type that the client gives it. */
async function expectRefusal(endpoint: Endpoint, { expected, request }: InvalidInput): Promise<void> {
  const call = callOf(endpoint);
  const sender = request.text === undefined ? client : clientThatSends(request.text);
  // Something has to be sent for the text to stand in for it.
  const args = argumentsOf(request.text === undefined ? request : { ...request, body: {} });
  const error = await call(sender, args).catch((reason: unknown) => reason);
  if (!call.isError(error)) throw new Error(`the answer is no declared error: ${JSON.stringify(error)?.slice(0, 200)}`);
  const { status, body } = error as { status: number; body: ApiErrorBody };
  expect(expected).toContain(status);
  expect(violations(endpoint.id, status, 'application/json', body)).toEqual([]);
  expect(body.code).toBe(status);
}

async function expectExample(endpoint: Endpoint, status: number, example: Example): Promise<void> {
  const { type, name, value } = example;
  const headers = { Prefer: `code=${status}, example=${name}`, ...(status < 400 && { Accept: type }) };
  const reply: Reply = await callOf(endpoint).result(client, argumentsOf(goodRequest(endpoint)), { headers });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toBe(type);
  if (!isDeepStrictEqual(reply.data, value)) expect(reply.data).toEqual(value);
  expect(violations(endpoint.id, status, type, reply.data)).toEqual([]);
}

describe.each(endpoints)('$id', (endpoint) => {
  const row = ledger.rows.find(({ operation }) => operation === endpoint.id) as Row;

  describe.each(row.cells)('$status', ({ status, entries }) => {
    const cases = examplesOf(endpoint.id, String(status));
    test.each(cases.map((example) => ({ example, label: labelOf(example) })))(
      'shows $label as it is documented, closed and typed',
      ({ example, label }) => keep(entries, label, () => expectExample(endpoint, status, example)),
    );

    if (endpoint.responses.get(status)?.mediaTypes.length === 0) {
      test('has no body', () =>
        keep(entries, NO_BODY, async () => {
          const headers = { Prefer: `code=${status}` };
          const reply = await callOf(endpoint).result(client, argumentsOf(goodRequest(endpoint)), { headers });
          expect([reply.status, reply.data]).toEqual([status, undefined]);
        }));
    }
  });

  const bodies = examplesOf(endpoint.id, 'request');
  if (bodies.length > 0) {
    test.each(bodies.map((example) => ({ example, label: labelOf(example) })))(
      'takes the request body $label',
      ({ example, label }) =>
        keep(row.requests.entries, label, async () => {
          const args = argumentsOf({ ...goodRequest(endpoint), body: example.value });
          expect((await callOf(endpoint).result(client, args)).status).toBeLessThan(300);
        }),
    );
  }

  test('refuses every invalid request as documented', async () => {
    const valid = goodRequest(endpoint);
    expect(faultsOf(endpoint, valid), 'the request that is broken has to be valid itself').toEqual([]);
    const derived = invalidInputs(endpoint, valid);
    for (const { place, mistake, request } of derived) {
      expect(faultsOf(endpoint, request), `${place} ${mistake}: must be invalid`).not.toEqual([]);
    }
    const faults: string[] = [];
    for (const input of [...derived, ...(await foreignCursors(endpoint))]) {
      const name = `${input.place} ${input.mistake}`;
      await keep(row.refusals, name, () => expectRefusal(endpoint, input)).catch((error: Error) =>
        faults.push(`${name}: ${error.message}`),
      );
    }
    expect(faults).toEqual([]);
    // Only a request with nothing in it cannot be wrong.
    expect(row.refusals.length > 0 || endpoint.parameters.length === 0).toBe(true);
  });
});

test('no cell of operation × status is empty', () => {
  expect(gapsOf(ledger)).toEqual([]);
});

afterAll(() => {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('@aispm/spec/openapi.json'));
  const contract = {
    version: JSON.parse(bundle.toString()).info.version as string,
    digest: createHash('sha256').update(bundle).digest('hex'),
  };
  const folder = new URL('../reports/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('coverage.html', folder), coveragePage(ledger, contract));
  writeFileSync(new URL('coverage.json', folder), `${JSON.stringify({ contract, ...ledger }, undefined, 2)}\n`);
  process.stdout.write(`${terminalTable(ledger)}\n`);
});
