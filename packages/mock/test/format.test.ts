/** The format of a response that has several: a CSV or NDJSON file of an export. */
import { describe, expect, it } from 'vitest';
import { mockWithKey, smallContract } from './small-contract.ts';
import { expectError, send } from './support.ts';

const FILE = '/views/019fef6a-0000-7000-8000-000000000001/export/019fef6a-0000-7000-8000-000000000002/download';

async function getFormat(query: string, headers: Record<string, string> = {}) {
  const response = await send(`${FILE}${query}`, { headers });
  return [response.status, response.headers.get('content-type')];
}

describe('the format of a file', () => {
  it.each([undefined, '*/*', 'application/x-ndjson', 'text/csv', 'text/html', 'application/json'])(
    'is selected by the query parameter or its default if Accept is %s',
    async (accept) => {
      const headers = accept === undefined ? undefined : { accept };
      expect(await getFormat('', headers)).toEqual([200, 'text/csv']);
      expect(await getFormat('?format=csv', headers)).toEqual([200, 'text/csv']);
      expect(await getFormat('?format=ndjson', headers)).toEqual([200, 'application/x-ndjson']);
    },
  );

  it.each(['csv', 'ndjson'])('matches the extension of the file name: %s', async (format) => {
    const { headers } = await send(`${FILE}?format=${format}`);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`filename="?[^"]+\\.${format}"?$`));
  });

  it('must be a value of the query parameter', async () => {
    const { details } = await expectError(await send(`${FILE}?format=xml`), 400);
    expect(Object.keys(details ?? {})).toEqual(['query/format']);
  });

  it('of a named example is selected by Accept without the query parameter', async () => {
    const headers = { prefer: 'example=critical_export', accept: 'application/x-ndjson' };
    expect(await getFormat('', headers)).toEqual([200, 'application/x-ndjson']);
    expect(await getFormat('?format=csv', headers)).toEqual([200, 'text/csv']);
  });

  it('is selected by Accept if the operation has no such query parameter', async () => {
    const text = { schema: { type: 'string' }, examples: { table: { value: 'a' } } };
    const contract = smallContract();
    const file = contract.paths['/files/{name}'].get;
    Object.assign(file.responses[200].content, { 'application/x-ndjson': text });
    Object.assign(file, {
      parameters: [{ name: 'lines', in: 'query', schema: { type: 'string', enum: ['csv', 'lf'] } }],
    });
    const small = await mockWithKey(contract);
    const response = await small.fetch('http://any/beta/v2/files/a.csv', {
      headers: { accept: 'application/x-ndjson' },
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  });
});
