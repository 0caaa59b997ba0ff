import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, loadContract } from '@aispm/conformance';
import { openObjects } from '@aispm/openapi';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const info = { title: 'Test', version: '2.0.0' };
const document = {
  openapi: '3.1.0',
  info,
  paths: {
    '/nodes/{id}': {
      get: {
        operationId: 'getNode',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Node' } },
        additionalProperties: false,
      },
    },
  },
};

describe('loadContract', () => {
  it('loads the contract of this package by default', async () => {
    const { operations, version } = await loadContract();
    expect(operations.map(({ id }) => id)).toContain('listRules');
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('reads a contract from a file', async () => {
    const file = join(folder, 'contract.json');
    writeFileSync(file, JSON.stringify(document));
    const { operations, version } = await loadContract(file);
    expect(operations.map(({ id }) => id)).toEqual(['getNode']);
    expect(version).toBe('2.0.0');
  });

  it('resolves recursive schemas', async () => {
    const { operations } = await loadContract(document);
    const schema = operations[0]?.responses.get(200)?.schema;
    expect(schema?.properties?.child?.properties?.name).toEqual({ type: 'string' });
    expect(schema?.properties?.child?.properties?.child).toBe(schema?.properties?.child);
  });

  it('merges anyOf of a schema and null', async () => {
    const changed = structuredClone(document);
    const level = { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }], description: 'Or null.' };
    Object.assign(changed.components.schemas.Node.properties, { level });
    const { operations } = await loadContract(changed);
    expect(operations[0]?.responses.get(200)?.schema?.properties?.level).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      description: 'Or null.',
    });
  });

  it('returns a contract that finds violations in requests', async () => {
    const { operations, validateRequest } = await loadContract(document);
    const request = { path: { id: 'a' }, query: { other: 1 }, headers: {} };
    expect(validateRequest(operations[0] as never, request)).toEqual([
      {
        location: ['query', 'other'],
        keyword: 'unknownParameter',
        message: 'is not a parameter of this operation, which has none',
      },
    ]);
  });

  it.each([
    ['closed', document],
    ['open', openObjects(document)],
  ])('returns a contract with %s responses that reports additional fields in strict mode', async (_, contract) => {
    const { operations, validateResponse } = await loadContract(contract);
    const headers = { 'content-type': 'application/json' };
    const response = { status: 200, headers, body: { name: 'a', child: { added: true } } };
    expect(validateResponse(operations[0] as never, response, false)).toEqual([]);
    expect(validateResponse(operations[0] as never, response, true)).toMatchObject([
      { location: ['body', 'child', 'added'], message: 'is not a known field' },
    ]);
  });
});

describe('loadContract', () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it.each<[string, () => string | object, RegExp]>([
    [
      'is missing',
      () => join(folder, 'none.json'),
      /The contract .*none\.json cannot be used\. There is no such file\./,
    ],
    ['is not JSON', () => write('contract.yaml', 'openapi: 3.1.0'), /It is not JSON .* Use the bundle .* as JSON\.$/],
    ['is another document', () => ({ swagger: '2.0' }), /It is not an OpenAPI document/],
    ['has no operations', () => ({ openapi: '3.1.0', info, paths: {} }), /It has no operations\./],
    [
      'has a reference without a target',
      () => ({ ...document, components: {} }),
      /The reference "#\/components\/schemas\/Node" cannot be resolved/,
    ],
  ])('rejects a contract that %s', async (_, source, message) => {
    const error = await loadContract(source()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContractError);
    expect((error as Error).message).toMatch(message);
  });
});
