/**
 * Contract coverage: every operation, status and named example, those of protocol responses included, and every invalid
 * request that the schemas imply, by the generated client against the mock. The coverage is written into `reports/`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { type InvalidRequest, listInvalidRequests, type Operation } from '@aispm/conformance';
import type { ApiErrorBody } from '@aispm/types';
import { afterAll, describe, expect, it } from 'vitest';
import { PROTOCOL } from '../build/examples-program.ts';
import { createLedger, type Entry, listGaps, type Row } from '../coverage/ledger.ts';
import { renderPage } from '../coverage/page.ts';
import { formatTable } from '../coverage/terminal.ts';
import { examples as typedExamples } from '../generated/examples.ts';
import { contract, createValidRequest, getCall, operations, type Result, toArguments } from '../src/operations.ts';
import { findViolations } from '../src/responses.ts';
import { client, createTextClient } from './client.ts';

interface Example {
  operation: string;
  /** A status, or `request`. */
  part: string;
  mediaType: string;
  name: string;
  value: unknown;
}

/** The name of a response without a body. */
const NO_BODY = 'no body';

/** Every named example of the contract. The import proves that they compile as their types. */
const examples: Example[] = Object.entries(typedExamples).map(([key, value]) => {
  const [operation = '', part = '', mediaType = '', name = ''] = key.split(' ');
  return { operation, part, mediaType, name, value };
});

const listExamples = (operation: string, part: string) =>
  examples.filter((example) => example.operation === operation && example.part === part);
const getLabel = ({ mediaType, name }: Example) => (mediaType === 'application/json' ? name : `${name} (${mediaType})`);
const listLabeledExamples = (operation: string, part: string) =>
  listExamples(operation, part).map((example) => ({ example, label: getLabel(example) }));

/** Lists the examples of a status of an operation: its own, and those of the protocol response. */
const listStatusExamples = ({ id, protocolResponses }: Operation, status: number) => [
  ...listLabeledExamples(id, String(status)),
  ...(protocolResponses.has(status) ? listLabeledExamples(PROTOCOL, String(status)) : []),
];
const listStatuses = ({ responses, protocolResponses }: Operation) => [
  ...new Set([...responses.keys(), ...protocolResponses.keys()]),
];

const ledger = createLedger(
  operations.map((operation) => ({
    operation: operation.id,
    statuses: new Map(
      listStatuses(operation).map((status) => [
        status,
        operation.responses.get(status)?.mediaTypes.length === 0
          ? [NO_BODY]
          : listStatusExamples(operation, status).map(({ label }) => label),
      ]),
    ),
    requests: listExamples(operation.id, 'request').map(getLabel),
  })),
);

/** Executes a test and records the result; fails as the test does. */
async function record(entries: Entry[], name: string, test: () => Promise<void>): Promise<void> {
  try {
    await test();
    entries.push({ name, failure: undefined });
  } catch (error) {
    entries.push({ name, failure: (error as Error).message.split('\n')[0] ?? '' });
    throw error;
  }
}

async function requestCursor(operation: Operation, changes: object = {}): Promise<unknown> {
  const args = { ...toArguments(createValidRequest(operation)), page_size: 1, ...changes };
  return ((await getCall(operation)(client, args)) as { cursor?: unknown }).cursor;
}

const hasParameter = ({ parameters }: Operation, name: string) =>
  parameters.some((parameter) => parameter.name === name);

/** Lists requests with cursors that are well-formed, but belong to another list or workspace. */
async function listForeignCursors(operation: Operation): Promise<InvalidRequest[]> {
  if (!hasParameter(operation, 'cursor')) return [];
  const valid = createValidRequest(operation);
  const other = operations.find(
    (candidate) =>
      candidate.id !== operation.id && candidate.id.startsWith('list') && hasParameter(candidate, 'include_total'),
  );
  const cursors = [
    { mistake: 'belongs to another list', cursor: other && (await requestCursor(other)) },
    'workspace_id' in valid.path
      ? { mistake: 'belongs to another workspace', cursor: await requestCursor(operation, { workspace_id: 'another' }) }
      : { mistake: 'is unknown', cursor: 'none' },
  ];
  return cursors
    .filter(({ cursor }) => cursor)
    .map(({ mistake, cursor }) => ({
      location: 'query/cursor',
      mistake,
      statuses: [400],
      request: { ...valid, query: { ...valid.query, cursor } },
    }));
}

/** Expects the documented error, as the client declares it. */
async function expectRefusal(operation: Operation, { statuses, request }: InvalidRequest): Promise<void> {
  const call = getCall(operation);
  const sender = request.text === undefined ? client : createTextClient(request.text);
  // The text replaces a body, so there must be one.
  const args = toArguments(request.text === undefined ? request : { ...request, body: {} });
  const error = await call(sender, args).catch((reason: unknown) => reason);
  if (!call.isError(error)) throw new Error(`the error is not declared: ${JSON.stringify(error)?.slice(0, 200)}`);
  const { status, headers, body } = error as { status: number; headers: Headers; body: ApiErrorBody };
  expect(statuses).toContain(status);
  expect(findViolations(operation.id, { status, headers, body })).toEqual([]);
  expect(body.code).toBe(status);
  expect(body.reason).toBeDefined();
}

async function expectExample(operation: Operation, status: number, example: Example): Promise<void> {
  const { mediaType, name, value } = example;
  const headers = { Prefer: `code=${status}, example=${name}`, ...(status < 400 && { Accept: mediaType }) };
  const args = toArguments(createValidRequest(operation));
  const result: Result = await getCall(operation).result(client, args, { headers });
  expect(result.status).toBe(status);
  expect(result.headers.get('content-type')).toBe(mediaType);
  // Comparing equal values is slower with `expect`.
  if (!isDeepStrictEqual(result.data, value)) expect(result.data).toEqual(value);
  expect(findViolations(operation.id, { status, headers: result.headers, body: result.data })).toEqual([]);
}

describe.each(operations)('$id', (operation) => {
  const row = ledger.rows.find((candidate) => candidate.operation === operation.id) as Row;

  describe.each(row.cells)('$status', ({ status, entries }) => {
    it.each(listStatusExamples(operation, status))(
      'returns the example $label, without additional fields',
      ({ example, label }) => record(entries, label, () => expectExample(operation, status, example)),
    );

    if (operation.responses.get(status)?.mediaTypes.length === 0) {
      it('has no body', () =>
        record(entries, NO_BODY, async () => {
          const headers = { Prefer: `code=${status}` };
          const args = toArguments(createValidRequest(operation));
          const result = await getCall(operation).result(client, args, { headers });
          expect([result.status, result.data]).toEqual([status, undefined]);
        }));
    }
  });

  const bodies = listLabeledExamples(operation.id, 'request');
  if (bodies.length > 0) {
    it.each(bodies)('accepts the request body $label', ({ example, label }) =>
      record(row.requests.entries, label, async () => {
        const args = toArguments({ ...createValidRequest(operation), body: example.value });
        expect((await getCall(operation).result(client, args)).status).toBeLessThan(300);
      }),
    );
  }

  it('refuses every invalid request as documented', async () => {
    const valid = createValidRequest(operation);
    expect(contract.validateRequest(operation, valid), 'the original request must be valid').toEqual([]);
    const invalid = listInvalidRequests(operation, valid);
    for (const { location, mistake, request } of invalid) {
      const violations = contract.validateRequest(operation, request);
      expect(violations, `${location} ${mistake}: the request must be invalid`).not.toEqual([]);
    }
    const failures: string[] = [];
    for (const input of [...invalid, ...(await listForeignCursors(operation))]) {
      const name = `${input.location} ${input.mistake}`;
      await record(row.refusals, name, () => expectRefusal(operation, input)).catch((error: Error) =>
        failures.push(`${name}: ${error.message}`),
      );
    }
    expect(failures).toEqual([]);
    // Only an empty request cannot be invalid.
    expect(row.refusals.length > 0 || operation.parameters.length === 0).toBe(true);
  });
});

describe('the coverage', () => {
  it('has no gaps', () => {
    expect(listGaps(ledger)).toEqual([]);
  });
});

afterAll(() => {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('@aispm/spec/openapi.json'));
  const { version } = contract;
  const described = { version, digest: createHash('sha256').update(bundle).digest('hex') };
  const folder = new URL('../reports/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('coverage.html', folder), renderPage(ledger, described));
  const report = { contract: described, ...ledger };
  writeFileSync(new URL('coverage.json', folder), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(`${formatTable(ledger)}\n`);
});
