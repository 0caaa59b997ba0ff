import { beforeEach, describe, expect, test } from 'vitest';
import { gapsOf, type Ledger, openLedger } from '../coverage/ledger.ts';
import { terminalTable } from '../coverage/terminal.ts';

let ledger: Ledger;

beforeEach(() => {
  ledger = openLedger([
    {
      operation: 'getThing',
      statuses: new Map([
        [200, ['first', 'second']],
        [404, ['unknown']],
      ]),
      requests: [],
    },
    { operation: 'makeThing', statuses: new Map([[201, ['made']]]), requests: ['plain'] },
  ]);
  for (const { cells, requests } of ledger.rows) {
    for (const { documented, entries } of [...cells, requests]) {
      entries.push(...documented.map((name) => ({ name, fault: undefined })));
    }
  }
});

describe('what is missing', () => {
  test('is nothing when all is called and right', () => {
    expect(gapsOf(ledger)).toEqual([]);
  });

  test('is a documented status without an example', () => {
    ledger.rows[0]?.cells[1]?.documented.splice(0);
    expect(gapsOf(ledger)).toEqual(['getThing 404 has no named example']);
  });

  test('is an example that nobody asked for', () => {
    ledger.rows[0]?.cells[0]?.entries.pop();
    expect(gapsOf(ledger)).toEqual(['getThing 200 second was not called']);
  });

  test('is a request body that nobody sent', () => {
    ledger.rows[1]?.requests.entries.pop();
    expect(gapsOf(ledger)).toEqual(['makeThing request plain was not sent']);
  });

  test('is an answer with a fault', () => {
    ledger.rows[1]?.cells[0]?.entries.splice(0, 1, { name: 'made', fault: '/name must be string' });
    expect(gapsOf(ledger)).toEqual(['makeThing 201 made: /name must be string']);
  });

  test('is an invalid request that was taken', () => {
    ledger.rows[1]?.refusals.push({ name: 'body/name is missing', fault: 'the answer is no declared error' });
    expect(gapsOf(ledger)).toEqual(['makeThing body/name is missing: the answer is no declared error']);
  });
});

test('the table marks a cell that is not proven', () => {
  ledger.rows[0]?.cells[0]?.entries.pop();
  const lines = terminalTable(ledger).split('\n');
  expect(lines.find((line) => line.includes('getThing'))).toContain('!1/2');
  expect(lines.find((line) => line.includes('makeThing'))).not.toContain('!');
});
