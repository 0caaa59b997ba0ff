import { beforeEach, describe, expect, it } from 'vitest';
import { type Coverage, createCoverage, listGaps, summarize } from '../coverage/coverage.ts';
import { formatTable } from '../coverage/terminal.ts';

let coverage: Coverage;

beforeEach(() => {
  coverage = createCoverage([
    {
      operation: 'getNode',
      statuses: new Map([
        [200, ['first', 'second']],
        [404, ['unknown']],
      ]),
      requests: [],
    },
    { operation: 'createNode', statuses: new Map([[201, ['created']]]), requests: ['plain'] },
  ]);
  for (const { cells, requests } of coverage.rows) {
    for (const { documented, entries } of [...cells, requests]) {
      entries.push(...documented.map((name) => ({ name, failure: undefined })));
    }
  }
});

describe('the gaps', () => {
  it('are empty if everything was tested and passed', () => {
    expect(listGaps(coverage)).toEqual([]);
  });

  it('include a documented status without an example', () => {
    coverage.rows[0]?.cells[1]?.documented.splice(0);
    expect(listGaps(coverage)).toEqual(['getNode 404 has no named example']);
  });

  it('include an example that was not requested', () => {
    coverage.rows[0]?.cells[0]?.entries.pop();
    expect(listGaps(coverage)).toEqual(['getNode 200 second was not requested']);
  });

  it('include a request body that was not sent', () => {
    coverage.rows[1]?.requests.entries.pop();
    expect(listGaps(coverage)).toEqual(['createNode request plain was not sent']);
  });

  it('include an invalid response', () => {
    coverage.rows[1]?.cells[0]?.entries.splice(0, 1, { name: 'created', failure: '/name must be string' });
    expect(listGaps(coverage)).toEqual(['createNode 201 created: /name must be string']);
  });

  it('include an invalid request that was accepted', () => {
    coverage.rows[1]?.rejections.push({ name: 'body/name is missing', failure: 'the error is not declared' });
    expect(listGaps(coverage)).toEqual(['createNode body/name is missing: the error is not declared']);
  });
});

describe('the table for terminals', () => {
  it('marks a cell that is not covered', () => {
    coverage.rows[0]?.cells[0]?.entries.pop();
    const lines = formatTable(coverage).split('\n');
    expect(lines.find((line) => line.includes('getNode'))).toContain('!1/2');
    expect(lines.find((line) => line.includes('createNode'))).not.toContain('!');
  });
});

describe('the summary', () => {
  it('counts the covered responses, and the examples and requests', () => {
    coverage.rows[0]?.cells[1]?.entries.splice(0, 1, { name: 'unknown', failure: 'is not valid' });
    const rejections = ['body/name is missing', 'body/name is empty'].map((name) => ({ name, failure: undefined }));
    coverage.rows[1]?.rejections.push(...rejections);
    expect(summarize(coverage)).toBe(
      '2 of 3 documented responses of 2 operations are covered, by 4 examples and 2 invalid requests.',
    );
  });
});
