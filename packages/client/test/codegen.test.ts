import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'orval';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientConfig } from '../codegen/config.ts';
import { createItem, getItem, listItems, listPages, listRows, updateItem } from '../generated/fixture/operations.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-codegen-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => rmSync(folder, { recursive: true }));

const ok = { '200': { description: 'Done.', content: { 'application/json': { schema: { type: 'string' } } } } };

/** Generates a client for a contract with one operation, and with these properties of the document. */
async function generateClient(operation: object, properties: object = {}): Promise<void> {
  const contract = join(folder, 'contract.json');
  const definition = { operationId: 'getIt', responses: ok, ...operation };
  writeFileSync(
    contract,
    JSON.stringify({
      openapi: '3.1.1',
      info: { title: 'T', version: '1' },
      paths: { '/it': { put: definition } },
      ...properties,
    }),
  );
  const config = clientConfig(contract, join(folder, 'out/operations.ts'), '..');
  await generate(config, join(import.meta.dirname, '..'), { logLevel: 'error', throwOnError: true });
}

const text = { schema: { type: 'string' } };

describe('the generator', () => {
  it.each([
    [
      'an object as a parameter',
      { parameters: [{ name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } }] },
      'getIt: parameter filter is an object, which the client cannot send',
    ],
    [
      'a cookie',
      { parameters: [{ name: 'session', in: 'cookie', ...text }] },
      'getIt: parameter session is in cookie, which the client cannot send',
    ],
    [
      'an unknown style',
      {
        parameters: [
          { name: 'ids', in: 'query', style: 'deepObject', schema: { type: 'array', items: { type: 'string' } } },
        ],
      },
      'getIt: query parameter ids has style deepObject, which the client cannot send',
    ],
    [
      'two parameters of one name',
      {
        parameters: [
          { name: 'x', in: 'query', ...text },
          { name: 'x', in: 'header', ...text },
        ],
      },
      'getIt: two parameters are called x',
    ],
    [
      'a parameter called body beside a body',
      { parameters: [{ name: 'body', in: 'query', ...text }], requestBody: { content: { 'application/json': text } } },
      'getIt: a parameter and the request body are both called body',
    ],
    [
      'a body that is not JSON',
      { requestBody: { content: { 'text/plain': text } } },
      'getIt: the request body is text/plain, but must be JSON',
    ],
    [
      'a response without an exact status',
      { responses: { ...ok, default: { description: 'Other.' } } },
      'getIt: response default has no exact status, which the client needs',
    ],
    [
      'a response that is JSON or another media type',
      {
        responses: {
          '200': {
            description: 'Done.',
            content: { 'application/json': { schema: { type: 'number' } }, 'text/csv': text },
          },
        },
      },
      'getIt: response 200 mixes JSON with other media types, which the client cannot read',
    ],
    [
      'a response that is neither JSON nor text',
      { responses: { '200': { description: 'Done.', content: { 'application/pdf': text } } } },
      'getIt: response 200 is application/pdf, which the client cannot read',
    ],
  ])('rejects %s and names the operation', async (_, operation, message) => {
    await expect(generateClient(operation)).rejects.toThrow(message);
  });

  it('accepts the operation without these variants', async () => {
    await generateClient({});
  });

  it('writes only the metadata that the client needs', () => {
    expect(listItems.metadata).toEqual({
      id: 'listItems',
      method: 'GET',
      path: '/items',
      query: ['tag', ['state', ','], ['size', '%7C'], ['word', '%20'], 'archived', 'with[dots]', 'cursor', 'page_size'],
      responses: { 200: 'json' },
      paging: 'cursor',
    });
    expect(createItem.metadata).toEqual({
      id: 'createItem',
      method: 'POST',
      path: '/items',
      headers: ['Idempotency-Key'],
      body: 'application/json',
      responses: { 201: 'json' },
    });
    expect(getItem.metadata).toEqual({
      id: 'getItem',
      method: 'GET',
      path: '/folders/{folder_id}/items/{item_id}',
      responses: { 200: 'json', 304: 'empty' },
    });
    expect(updateItem.metadata).toMatchObject({
      body: 'application/merge-patch+json',
      responses: { 200: 'json', 202: 'empty', 204: 'empty' },
    });
    expect(listPages.metadata.paging).toBe('numbered');
    expect(listRows.metadata.paging).toBe('tabular');
  });

  it('documents protocol responses separately from declared errors', async () => {
    const response = { description: 'Anything.' };
    await generateClient(
      { responses: { ...ok, '409': response } },
      { 'x-protocol-responses': { 503: response, 429: response, 409: response, 408: response } },
    );
    const source = readFileSync(join(folder, 'out/operations.ts'), 'utf8');
    expect(source).toContain(`
 * @throws ApiError 409 Anything.
 * @throws ApiError 408, 429 or 503, which is a protocol response.
 * @throws ApiError with`);
  });

  it('writes a doc comment with the values of the parameters, the errors and an example', async () => {
    const body = {
      schema: { type: 'object' },
      examples: { long: { value: { a: 'long' } }, short: { value: { a: 1 } } },
    };
    await generateClient({
      summary: 'Put it',
      description: 'Puts it */ there.',
      parameters: [
        { name: 'id', in: 'query', required: true, description: 'What to put.', example: 'x1', ...text },
        { name: 'size', in: 'query', description: 'How much', schema: { type: 'integer', minimum: 1, default: 5 } },
        { name: 'tag', in: 'query', description: 'Its tags.', schema: { type: 'array', items: {}, maxItems: 3 } },
        { name: 'If-Match', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 9 } },
      ],
      requestBody: { required: true, description: 'All of it.', content: { 'application/json': body } },
      responses: { ...ok, '409': { description: 'Conflict. It is there.' } },
    });
    const source = readFileSync(join(folder, 'out/operations.ts'), 'utf8');
    expect(source).toContain(`/**
 * Put it.
 *
 * Puts it *\\/ there.
 *
 * @param client sends the request.
 * @param params parameters of the request:
 * - \`id\`: What to put.
 * - \`size\`: How much. At least 1; default: 5.
 * - \`tag\`: Its tags. At most 3 values.
 * - \`If-Match\`: 1 to 9 characters.
 * - \`body\`: All of it.
 * @param options options of this call, which override those of the client.
 * @throws ApiError 409 Conflict. It is there.
 * @throws ApiError with any other status that is not a declared success.
 * @throws ConnectionError, TimeoutError, DecodeError, TypeError, or the reason of the signal.
 * @example
 * const data = await getIt(client, { id: 'x1', body: { a: 1 } });
 * console.log(data);
 */
export const getIt`);
  });
});
