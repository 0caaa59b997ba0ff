/** Constructs of other APIs' documents, which the AISPM contract does not have: OpenAPI 3.0, and references in extensions. */
import { createHash } from 'node:crypto';
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { smallContract } from './small-contract.ts';

const respond = (schema: object, more: object = {}) => ({
  get: { responses: { 200: { description: 'Fine.', content: { 'application/json': { schema, ...more } } } } },
});

const oldContract = () => ({
  openapi: '3.0.3',
  info: { title: 'Old', version: '1.0.0' },
  servers: [{ url: '/old' }],
  components: {
    schemas: {
      Owner: {
        type: 'object',
        required: ['name', 'password'],
        properties: { name: { type: 'string', minLength: 1 }, password: { type: 'string', writeOnly: true } },
      },
    },
  },
  paths: {
    '/nullable': respond(
      {
        type: 'object',
        required: ['text', 'owner', 'wrapped'],
        properties: {
          text: { type: 'string', nullable: true },
          owner: { $ref: '#/components/schemas/Owner', nullable: true },
          wrapped: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] },
        },
      },
      { example: { text: null, owner: null, wrapped: null } },
    ),
    '/owner': respond({ $ref: '#/components/schemas/Owner' }),
    '/choice': respond({ nullable: true, oneOf: [{ type: 'integer', minimum: 5 }, { type: 'boolean' }] }),
    '/share': respond({ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true }),
    '/search': {
      get: {
        parameters: [{ name: 'least', in: 'query', schema: { type: 'integer', minimum: 0, exclusiveMinimum: true } }],
        responses: { 204: { description: 'Nothing.' } },
      },
    },
  },
});

describe('an OpenAPI 3.0 document', () => {
  const get = async (path: string, prefer?: string) => {
    const { fetch } = await createMock({ contract: oldContract() });
    return fetch(`http://any/old${path}`, { headers: prefer ? { prefer } : {} });
  };

  it('has the nulls that it permits', async () => {
    const response = await get('/nullable');
    expect([response.status, await response.json()]).toEqual([200, { text: null, owner: null, wrapped: null }]);
  });

  it('has generated bodies without properties of requests', async () => {
    for (const prefer of [undefined, 'dynamic=true, seed=1']) {
      const response = await get('/owner', prefer);
      const body = await response.json();
      expect(Object.keys(body)).toContain('name');
      expect(Object.keys(body)).not.toContain('password');
    }
  });

  it('may have "nullable" beside other keywords than a type, where it has no effect', async () => {
    for (const openapi of ['3.0.3', '3.1.0']) {
      const { fetch } = await createMock({
        contract: { ...oldContract(), openapi, paths: { '/choice': oldContract().paths['/choice'] } },
      });
      expect(['number', 'boolean']).toContain(typeof (await (await fetch('http://any/old/choice')).json()));
    }
  });

  it('has exclusive limits, for responses and for requests', async () => {
    for (const seed of [1, 2, 3]) {
      const share = await (await get('/share', `dynamic=true, seed=${seed}`)).json();
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
    }
    expect((await get('/search?least=0')).status).toBe(400);
    expect((await get('/search?least=1')).status).toBe(204);
  });

  it('keeps its digest, and is not modified', async () => {
    const contract = oldContract();
    const { contractDigest } = await createMock({ contract });
    expect(contract).toEqual(oldContract());
    const text = `${JSON.stringify(contract, null, 2)}\n`;
    expect(contractDigest).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('an extension that refers to another document', () => {
  it('is ignored, and its file is not opened', async () => {
    const contract = {
      ...smallContract(),
      'x-topics': [{ title: 'Start', content: { $ref: './no-such-chapter.md' } }],
    };
    const { fetch } = await createMock({ contract });
    expect((await fetch('http://any/beta/v2/things/special')).status).toBe(200);
  });
});
