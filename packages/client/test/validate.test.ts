import * as operations from '@aispm/client';
import { ApiError, createClient, getRule, listRules } from '@aispm/client';
import { isValidationError, ValidationError, validated } from '@aispm/client/validate';
import { createMock } from '@aispm/mock';
import { beforeAll, describe, expect, test } from 'vitest';

const ids = { tenant_id: 'halden-freight', workspace_id: 'production', rule_id: 'mcp-server-without-auth' };
let rule: Record<string, unknown>;
let mockFetch: Awaited<ReturnType<typeof createMock>>['fetch'];
beforeAll(async () => {
  mockFetch = (await createMock()).fetch;
  rule = { ...(await getRule(createClient({ baseUrl: 'http://mock/api/v1', token: 't', fetch: mockFetch }), ids)) };
});

/** What getRule gives, with validation, for this answer. */
async function check(body: unknown, status = 200): Promise<unknown> {
  const fetch = async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  return getRule(validated(createClient({ baseUrl: 'http://h', fetch, retry: false })), ids).catch((it) => it);
}

test('what the contract describes passes', async () => {
  expect(await check(rule)).toEqual(rule);
});

test('a field that the contract does not name passes', async () => {
  expect(await check({ ...rule, added_later: 1 })).toMatchObject({ added_later: 1 });
});

test.each([
  ['a missing field', () => ({ ...rule, rule_name: undefined }), '', /rule_name/],
  ['a wrong type', () => ({ ...rule, rule_name: 7 }), '/rule_name', /type/i],
  ['another shape', () => [], '', /type/i],
])('%s is an error that tells where and what', async (_, body, location, message) => {
  const error = await check(body());
  expect(error).toBeInstanceOf(ValidationError);
  expect(isValidationError(error)).toBe(true);
  expect(error).toMatchObject({
    operation: 'getRule',
    status: 200,
    issues: [{ location, message: expect.stringMatching(message) }],
  });
  expect((error as Error).message).toMatch(`getRule: status 200 breaks the contract at "${location}": `);
});

test('a fault inside a list is found at its place', async () => {
  const page = await listRules(createClient({ baseUrl: 'http://mock/api/v1', token: 't', fetch: mockFetch }), ids);
  const broken = { ...page, items: page.items.map((it, index) => (index === 1 ? { ...it, issues_count: -1 } : it)) };
  const fetch = async () => new Response(JSON.stringify(broken));
  const error = await listRules(validated(createClient({ baseUrl: 'http://h', fetch })), ids).catch((it) => it);
  expect(error.issues).toMatchObject([{ location: '/items/1/issues_count' }]);
});

test('an error answer keeps its status, whatever it carries', async () => {
  expect(await check('<html>', 502)).toBeInstanceOf(ApiError);
  expect(await check({ nonsense: true }, 404)).toMatchObject({ name: 'ApiError', status: 404 });
});

test('a body that is no JSON stays a DecodeError', async () => {
  expect(await check('{"rule_id":')).toMatchObject({ name: 'DecodeError', status: 200 });
});

test('the client that was given does not check', async () => {
  const client = createClient({ baseUrl: 'http://h', fetch: async () => new Response('[]') });
  validated(client);
  expect(await getRule(client, ids)).toEqual([]);
});

describe('every example that the mock answers a GET with passes', () => {
  const gets = Object.values(operations as Record<string, unknown>).filter(
    (it): it is typeof getRule => typeof it === 'function' && 'metadata' in it && isGet(it as typeof getRule),
  );
  const window = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-03T00:00:00Z' };
  test.each(gets.map((it) => [it.metadata.id, it] as const))('%s', async (_, operation) => {
    const client = validated(createClient({ baseUrl: 'http://mock/api/v1', token: 't', fetch: mockFetch }));
    const names = [...operation.metadata.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
    const edge = operation.metadata.id === 'listLocationEdge' ? 'assets' : 'locations';
    const place = Object.fromEntries(names.map((name) => [name, name === 'edge' ? edge : 'x1']));
    await operation(client, { ...place, ...window } as unknown as typeof ids);
  });
});

function isGet({ metadata }: typeof getRule): boolean {
  return metadata.method === 'GET' && metadata.responses[200] === 'json';
}
