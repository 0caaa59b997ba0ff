/** The access of an API key decides, for every operation, whether it may be used. */
import type { ApiKeyAccess } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCESS_LEVELS, OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const WORKSPACE = { tenantId: 'halden-freight', workspaceId: 'production' };

/** What only API keys with the access `admin` may use, as the guide on authentication says. */
const ADMINISTRATION = ['/api-keys', '/webhooks', '/audit-entries'];

/** The access that an operation requires. */
function requiredAccess({ method, path }: Operation): ApiKeyAccess {
  if (ADMINISTRATION.some((start) => path.startsWith(start))) return 'admin';
  return method === 'GET' ? 'read' : 'write';
}

/** Sends an operation with the values of the examples. @returns the status, and the reason of an error */
async function sendExample(service: TestService, { operationId, method, path }: Operation, token: string) {
  const values = EXAMPLE_PATHS.get(operationId) ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const [body] = EXAMPLE_BODIES.get(operationId) ?? [];
  const response = await service.send(filled, {
    method,
    token,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, reason: response.ok ? undefined : (JSON.parse(text) as { reason: string }).reason };
}

describeOnDatabases('an API key', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
  });
  afterAll(() => service?.close());

  it.each(['read', 'write', 'admin'] as const)(
    'with %s access can use the operations that require it',
    async (access) => {
      const token = await service.key([WORKSPACE], undefined, access);
      const rejected: string[] = [];
      for (const operation of OPERATIONS.values()) {
        const { status, reason } = await sendExample(service, operation, token);
        if (reason !== 'insufficient_access') continue;
        expect(status).toBe(403);
        rejected.push(operation.operationId);
      }
      const rank = (level: ApiKeyAccess) => ['read', 'write', 'admin'].indexOf(level);
      const expected = [...OPERATIONS.values()].filter((operation) => rank(requiredAccess(operation)) > rank(access));
      expect(rejected).toEqual(expected.map(({ operationId }) => operationId));
      expect(rejected.length > 0).toBe(access !== 'admin');
    },
  );

  it('with read access changes nothing with a write', async () => {
    const writer = await service.key([WORKSPACE]);
    const reader = await service.key([WORKSPACE], undefined, 'read');
    const body = JSON.stringify({ name: 'by a reader', entity: 'agents' });
    const headers = { 'content-type': 'application/json' };
    expect((await service.send('/views', { method: 'POST', token: reader, body, headers })).status).toBe(403);
    const views = await service.send('/views?name=by%20a%20reader', { token: writer });
    expect(await views.json()).toMatchObject({ items: [] });
  });
});

it('the guide describes all access levels', () => {
  expect(ACCESS_LEVELS).toEqual(['read', 'write', 'admin']);
});
