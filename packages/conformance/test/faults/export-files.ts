/** Faults in the files of exports. */
import { expect } from 'vitest';
import { type Interceptor, SCOPE } from '../exchange.ts';
import { changeRequests, changeResponses, hasQuery, type InjectedFault, withoutQuery, write } from './interceptors.ts';

const FILE = /^GET \/views\/[^/]+\/export\/[^/]+\/download$/;
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

/** Changes the lines of files in one format; the first line of CSV contains the column names. */
const changeLines = (mediaType: string, edit: (lines: string[]) => void): Interceptor =>
  changeResponses(FILE, (response) => {
    if (response.headers['content-type'] !== mediaType) return;
    const end = mediaType === CSV ? '\r\n' : '\n';
    const lines = response.body.split(end);
    edit(lines);
    response.body = lines.join(end);
  });

export const exportFileFaults: InjectedFault[] = [
  {
    name: 'omits a row in the file',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeLines(CSV, (lines) => lines.splice(2, 1)),
    violation: { part: 'body', expected: expect.stringMatching(/^row 2 as in the list: [\w-]{36}$/) },
    options: write,
  },
  {
    name: 'omits the last row in the file',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeLines(NDJSON, (lines) => lines.splice(-2, 1)),
    violation: { part: 'body', expected: expect.stringMatching(/^row 3 as in the list: [\w-]{36}$/), got: 'none' },
    options: write,
  },
  {
    name: 'writes a row twice into the file',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeLines(CSV, (lines) => lines.splice(-1, 0, ...lines.slice(-2, -1))),
    violation: { part: 'body', expected: 'row 4 as in the list: none', got: expect.stringMatching(/^[\w-]{36}$/) },
    options: write,
  },
  {
    name: 'writes the rows in another order',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeLines(NDJSON, (lines) => lines.unshift(...lines.splice(1, 1))),
    violation: { part: 'body', expected: expect.stringMatching(/^row 1 as in the list: /) },
    options: write,
  },
  {
    name: 'ignores the filters of an exported view',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeRequests(hasQuery(`/issues${SCOPE}`, 'severity'), (request) =>
      withoutQuery(request, 'severity'),
    ),
    violation: { part: 'body', expected: expect.stringMatching(/^row 4 as in the list: [\w-]{36}$/), got: 'none' },
    options: write,
  },
  {
    name: 'writes lines that are not JSON',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeLines(NDJSON, (lines) => lines.unshift('rows:')),
    violation: { part: 'body', expected: 'lines of application/x-ndjson' },
    options: write,
  },
  {
    name: 'ignores the requested format of the file',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeRequests(
      (request) => FILE.test(`${request.method} ${request.path}`),
      (request) => withoutQuery(request, 'format'),
    ),
    violation: { part: 'header', pointer: 'Content-Type', expected: NDJSON, got: '"text/csv"' },
    options: write,
  },
  {
    name: 'returns the file in the format that the client prefers',
    check: 'response',
    operation: 'downloadViewExport',
    interceptor: changeRequests(
      ({ method, path, headers }) => FILE.test(`${method} ${path}`) && headers.accept === NDJSON,
      (request) => ({ ...request, query: new URLSearchParams({ format: 'ndjson' }) }),
    ),
    violation: { part: 'header', pointer: 'Content-Type', expected: CSV, got: `"${NDJSON}"` },
    options: write,
  },
];
