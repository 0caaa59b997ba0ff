/** Documents whose schemas the validator does not accept. */
import { createMock } from '@aispm/mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { smallContract } from './small-contract.ts';

const BASE = 'http://any/beta/v2';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a mock of a document whose request and response bodies have the same schema. */
async function mockSchema(schema: object, schemas: object = {}, mediaType = 'application/json') {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const content = { [mediaType]: { schema } };
  const get = { responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } } };
  const post = { requestBody: { content }, responses: { 204: { description: 'Fine.' } } };
  const contract = { ...smallContract(), components: { schemas }, paths: { '/data': { get, post } } };
  const { fetch } = await createMock({ contract });
  return {
    warnings: warn.mock.calls.map(([text]) => String(text)),
    async get() {
      const response = await fetch(`${BASE}/data`);
      return { status: response.status, body: await response.json() };
    },
    async post(body: unknown) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const init = { method: 'POST', headers: { 'content-type': mediaType }, body: text };
      return (await fetch(`${BASE}/data`, init)).status;
    },
  };
}

describe('a keyword that the validator does not accept', () => {
  const name = { type: 'string', minLength: 3 };
  it.each([
    [
      'a pattern of another language',
      { properties: { name: { ...name, pattern: '(?i)^a+$' } } },
      'properties/name/pattern',
    ],
    [
      'such a pattern of names',
      { properties: { name }, patternProperties: { '(?i)^a+$': {} } },
      'patternProperties/(?i)%5Ea+$',
    ],
    ['an older keyword', { properties: { name }, $recursiveAnchor: true }, '$recursiveAnchor'],
    ['a limit that is no number', { properties: { name: { ...name, maxLength: 'ten' } } }, 'properties/name/maxLength'],
    ['an empty choice', { properties: { name }, oneOf: [] }, 'oneOf'],
  ])('is ignored with a warning: %s', async (_, schema, location) => {
    const mock = await mockSchema(
      { $ref: '#/components/schemas/Data' },
      { Data: { type: 'object', required: ['name'], ...schema } },
    );
    const [warning = '', ...others] = mock.warnings;
    expect(others).toEqual([]);
    expect(warning).toContain(`The contract contract: #/components/schemas/Data/${location} is ignored, because it `);
    const { status, body } = await mock.get();
    expect([status, typeof body.name]).toEqual([200, 'string']);
    // What is beside it applies.
    expect([await mock.post({ name: 'Ann' }), await mock.post({ name: 'A' }), await mock.post({})]).toEqual([
      204, 400, 400,
    ]);
  });

  it('is only counted, when there are many', async () => {
    const properties = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`p${index}`, { pattern: '(' }]));
    const { warnings } = await mockSchema({ $ref: '#/components/schemas/Data' }, { Data: { properties } });
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('aispm-mock: The contract contract: 5 other keywords are ignored, too.');
  });

  it('is used, when only its values are repeated', async () => {
    const { warnings, post } = await mockSchema({ type: 'object', required: ['name', 'name'], properties: { name } });
    expect([warnings, await post({})]).toEqual([[], 400]);
  });
});
