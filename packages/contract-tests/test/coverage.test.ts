/**
 * Contract coverage: every operation, status and named example, those of protocol responses included, and every invalid
 * request that the schemas imply, by the generated client against the mock. The coverage is written into `reports/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Operation } from '@aispm/conformance';
import { contractDigest } from '@aispm/spec/digest';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createLedger, type Entry, listGaps, type Row } from '../coverage/ledger.ts';
import { renderPage } from '../coverage/page.ts';
import { formatTable } from '../coverage/terminal.ts';
import { contract, operations } from '../src/operations.ts';
import { expectAcceptance, expectExample, expectNoBody, expectRefusal } from './checks.ts';
import { isEmptyResponse, listProtocolExamples, listRequestExamples, listResponseExamples } from './examples.ts';
import { listRefused } from './invalid-requests.ts';
import { createServer } from './server.ts';

/** The name of a response without a body. */
const NO_BODY = 'no body';

const mock = createServer(inject('mockUrl'));

const listStatusExamples = (operation: Operation, status: number) => [
  ...listResponseExamples(operation, status),
  ...listProtocolExamples(operation, status),
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
        isEmptyResponse(operation, status)
          ? [NO_BODY]
          : listStatusExamples(operation, status).map(({ label }) => label),
      ]),
    ),
    requests: listRequestExamples(operation).map(({ label }) => label),
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

describe.each(operations)('$id', (operation) => {
  const row = ledger.rows.find((candidate) => candidate.operation === operation.id) as Row;

  describe.each(row.cells)('$status', ({ status, entries }) => {
    it.each(listStatusExamples(operation, status))('returns the example $label, without additional fields', (example) =>
      record(entries, example.label, () => expectExample(mock, operation, status, example)),
    );

    if (isEmptyResponse(operation, status)) {
      it('has no body', () => record(entries, NO_BODY, () => expectNoBody(mock, operation, status)));
    }
  });

  const bodies = listRequestExamples(operation);
  if (bodies.length > 0) {
    it.each(bodies)('accepts the request body $label', ({ label, value }) =>
      record(row.requests.entries, label, () => expectAcceptance(mock, operation, value)),
    );
  }

  it('refuses every invalid request as documented', async () => {
    const failures: string[] = [];
    for (const input of await listRefused(mock, operation)) {
      const name = `${input.location} ${input.mistake}`;
      await record(row.refusals, name, () => expectRefusal(mock, operation, input)).catch((error: Error) =>
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
  const described = { version: contract.version, digest: contractDigest };
  const folder = new URL('../reports/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('coverage.html', folder), renderPage(ledger, described));
  const report = { contract: described, ...ledger };
  writeFileSync(new URL('coverage.json', folder), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(`${formatTable(ledger)}\n`);
});
