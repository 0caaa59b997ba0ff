/**
 * Contract coverage: every operation, status and named example, including protocol responses, and every invalid
 * request that the schemas imply, sent by the generated client to the mock, without sockets. The coverage is written to
 * `reports/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Operation } from '@aispm/conformance';
import { createMock } from '@aispm/mock';
import { contractDigest } from '@aispm/spec/digest';
import { afterAll, describe, expect, it } from 'vitest';
import { createCoverage, type Entry, listGaps, type Row } from '../coverage/coverage.ts';
import { renderPage } from '../coverage/page.ts';
import { formatTable } from '../coverage/terminal.ts';
import { contract, operations } from '../src/operations.ts';
import { expectAcceptance, expectExample, expectNoBody, expectRejection } from './checks.ts';
import { isEmptyResponse, listProtocolExamples, listRequestExamples, listResponseExamples } from './examples.ts';
import { listRejected } from './invalid-requests.ts';
import { createServer } from './server.ts';

/** The name of a response without a body. */
const NO_BODY = 'no body';

const { basePath, fetch } = await createMock();
const mock = createServer(`http://mock.test${basePath}`, fetch);

const listStatusExamples = (operation: Operation, status: number) => [
  ...listResponseExamples(operation, status),
  ...listProtocolExamples(operation, status),
];
const listStatuses = ({ responses, protocolResponses }: Operation) => [
  ...new Set([...responses.keys(), ...protocolResponses.keys()]),
];

const coverage = createCoverage(
  operations.map((operation) => ({
    operation: operation.id,
    statuses: new Map(
      listStatuses(operation).map((status) => [
        status,
        isEmptyResponse(operation, status)
          ? [NO_BODY]
          : listStatusExamples(operation, status).map(({ label }) => label),
      ]),
    ),
    requests: listRequestExamples(operation).map(({ label }) => label),
  })),
);

/** The failures of an operation, each with the name of the example or request. */
type Failures = string[];

/** Executes a check, and records whether it passes. */
async function record(entries: Entry[], name: string, check: () => Promise<void>): Promise<Failures> {
  try {
    await check();
    entries.push({ name, failure: undefined });
    return [];
  } catch (error) {
    const { message } = error as Error;
    entries.push({ name, failure: message.split('\n')[0] ?? '' });
    return [`${name}: ${message}`];
  }
}

/** Requests each example of a status by name. */
function checkStatus(operation: Operation, { status, entries }: Row['cells'][number]): Promise<Failures>[] {
  const examples = listStatusExamples(operation, status).map((example) =>
    record(entries, example.label, () => expectExample(mock, operation, status, example)),
  );
  if (!isEmptyResponse(operation, status)) return examples;
  return [...examples, record(entries, NO_BODY, () => expectNoBody(mock, operation, status))];
}

/** Sends every invalid request, sequentially. */
async function checkRejections(operation: Operation, entries: Entry[]): Promise<Failures> {
  const failures: Failures = [];
  for (const input of await listRejected(mock, operation)) {
    const name = `${input.location} ${input.mistake}`;
    failures.push(...(await record(entries, name, () => expectRejection(mock, operation, input))));
  }
  // Only an empty request can't be invalid.
  if (entries.length === 0 && operation.parameters.length > 0) failures.push('no request is invalid');
  return failures;
}

it.each(operations)(
  '$id returns every example, accepts every request body and rejects every invalid request',
  async (operation) => {
    const row = coverage.rows.find((candidate) => candidate.operation === operation.id) as Row;
    const responses = row.cells.flatMap((cell) => checkStatus(operation, cell));
    const bodies = listRequestExamples(operation).map(({ label, value }) =>
      record(row.requests.entries, label, () => expectAcceptance(mock, operation, value)),
    );
    const failures = [
      ...(await Promise.all([...responses, ...bodies])),
      await checkRejections(operation, row.rejections),
    ];
    expect(failures.flat()).toEqual([]);
  },
);

describe('the coverage', () => {
  it('has no gaps', () => {
    expect(listGaps(coverage)).toEqual([]);
  });
});

afterAll(() => {
  const described = { version: contract.version, digest: contractDigest };
  const folder = new URL('../reports/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('coverage.html', folder), renderPage(coverage, described));
  const report = { contract: described, ...coverage };
  writeFileSync(new URL('coverage.json', folder), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(`${formatTable(coverage)}\n`);
});
