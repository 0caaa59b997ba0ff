import * as operations from '@aispm/client';
import { ApiError, createClient, getRule, listRules } from '@aispm/client';
import { isValidationError, ValidationError, withValidation } from '@aispm/client/validate';
import { createMock } from '@aispm/mock';
import { beforeAll, describe, expect, it } from 'vitest';

const ids = { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' };
let rule: Record<string, unknown>;
let mockFetch: Awaited<ReturnType<typeof createMock>>['fetch'];
beforeAll(async () => {
  mockFetch = (await createMock()).fetch;
  rule = { ...(await getRule(createClient({ baseUrl: 'http://mock/api/v1', token: 't', fetch: mockFetch }), ids)) };
});

/** Returns what a validated getRule resolves to, or rejects with, for a response. */
async function getValidated(body: unknown, status = 200): Promise<unknown> {
  const fetch = async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  return getRule(withValidation(createClient({ baseUrl: 'http://h', fetch, retry: false })), ids).catch(
    (error) => error,
  );
}

describe('withValidation', () => {
  it('accepts what the contract describes', async () => {
    expect(await getValidated(rule)).toEqual(rule);
  });

  it('accepts a property that the contract does not declare', async () => {
    expect(await getValidated({ ...rule, added_later: 1 })).toMatchObject({ added_later: 1 });
  });

  it.each([
    ['a missing property', () => ({ ...rule, rule_name: undefined }), '', /rule_name/],
    ['a wrong type', () => ({ ...rule, rule_name: 7 }), '/rule_name', /type/i],
    ['an array in place of an object', () => [], '', /type/i],
  ])('reports the location and the reason of %s', async (_, body, location, message) => {
    const error = await getValidated(body());
    expect(error).toBeInstanceOf(ValidationError);
    expect(isValidationError(error)).toBe(true);
    expect(error).toMatchObject({
      operation: 'getRule',
      status: 200,
      violations: [{ location, message: expect.stringMatching(message) }],
    });
    expect((error as Error).message).toMatch(`getRule: status 200 violates the contract at "${location}": `);
  });

  it('reports the location of a violation inside a list', async () => {
    const { rule_id: _, ...workspace } = ids;
    const client = createClient({ baseUrl: 'http://mock/api/v1', token: 't', fetch: mockFetch });
    const page = await listRules(client, workspace);
    const items = page.items.map((item, index) => (index === 1 ? { ...item, total_issues_count: -1 } : item));
    const fetch = async () => new Response(JSON.stringify({ ...page, items }));
    const checkedClient = withValidation(createClient({ baseUrl: 'http://h', fetch }));
    const error = await listRules(checkedClient, workspace).catch((error) => error);
    expect(error.violations).toMatchObject([{ location: '/items/1/total_issues_count' }]);
  });

  it('does not validate error responses, so that they keep their status', async () => {
    expect(await getValidated('<html>', 502)).toBeInstanceOf(ApiError);
    expect(await getValidated({ nonsense: true }, 404)).toMatchObject({ name: 'ApiError', status: 404 });
  });

  it('leaves a body that is not JSON to the DecodeError', async () => {
    expect(await getValidated('{"rule_id":')).toMatchObject({ name: 'DecodeError', status: 200 });
  });

  it('does not change the client that it receives', async () => {
    const client = createClient({ baseUrl: 'http://h', fetch: async () => new Response('[]') });
    withValidation(client);
    expect(await getRule(client, ids)).toEqual([]);
  });

  describe('accepts the example that the mock returns for', () => {
    const gets = Object.values(operations as Record<string, unknown>).filter(
      (value): value is typeof getRule =>
        typeof value === 'function' && 'metadata' in value && isJsonGet(value as typeof getRule),
    );
    const required = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-03T00:00:00Z', query: 'customs' };
    it.each(gets.map((operation) => [operation.metadata.id, operation] as const))('%s', async (_, operation) => {
      const client = withValidation(createClient({ baseUrl: 'http://mock/api/v1', token: 't', fetch: mockFetch }));
      const names = [...operation.metadata.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
      const edge = (operation.metadata.id as string) === 'listLocationEdge' ? 'assets' : 'locations';
      const pathParameters = Object.fromEntries(names.map((name) => [name, name === 'edge' ? edge : 'x1']));
      const query = Object.entries(required).filter(([name]) => operation.metadata.query?.includes(name));
      await operation(client, { ...pathParameters, ...Object.fromEntries(query) } as unknown as typeof ids);
    });
  });

  function isJsonGet({ metadata }: typeof getRule): boolean {
    return metadata.method === 'GET' && metadata.responses[200] === 'json';
  }
});
