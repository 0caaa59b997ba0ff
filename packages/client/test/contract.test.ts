import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as client from '@aispm/client';
import { listOperations } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';

const operationIds = listOperations(
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8')),
).map(({ operationId }) => operationId);

describe('the package', () => {
  it('exports one function for each operation of the contract, and the hand-written ones', () => {
    const functions = Object.entries({ ...client })
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name);
    const handWritten = [
      'createClient',
      'createTokenSource',
      'download',
      'hasEnded',
      'waitForExport',
      'waitForScan',
      'withWorkspace',
      'paginate',
      'runToEnd',
      'waitForRun',
      'tableRows',
      'isTimeoutError',
      'TimeoutError',
      'ApiError',
      'ConnectionError',
      'DecodeError',
      'isApiError',
      'isConnectionError',
      'isDecodeError',
    ];
    expect(operationIds).not.toHaveLength(0);
    expect(functions.sort()).toEqual([...handWritten, ...operationIds].sort());
  });
});
