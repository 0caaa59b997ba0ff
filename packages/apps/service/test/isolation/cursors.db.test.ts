/** A cursor continues the list of the workspace or user that it was read for, and no other one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_PATHS, EXAMPLE_QUERIES } from '../contract-examples.ts';
import { startService, type TestService } from '../service.ts';
import { PRINCIPALS, type Principal, seedPrincipal } from './principals.ts';

const hasParameter = ({ parameters }: Operation, wanted: string) => parameters.some(({ name }) => name === wanted);
/** Lists without a second page: the objects of the examples have one such relation, and there are no exports. */
const SHORT: readonly string[] = [
  ...['listAgentEdge', 'listToolEdge', 'listMcpServerEdge', 'listLocationEdge'],
  'listViewExports',
];
const LISTS = [...OPERATIONS.values()].filter(
  (operation) => hasParameter(operation, 'cursor') && !SHORT.includes(operation.operationId),
);

/** Returns the path of a list of a principal, with its first item only. */
function toPath({ operationId, path }: Operation, { tenantId, workspaceId, suffix }: Principal): string {
  const examples = EXAMPLE_PATHS.get(operationId) ?? {};
  const values: Record<string, string> = { ...examples, tenant_id: tenantId, workspace_id: workspaceId };
  if (examples.id !== undefined) values.id = `${examples.id}${suffix}`;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = { ...Object.fromEntries(EXAMPLE_QUERIES.get(operationId) ?? []), page_size: '1' };
  return `${filled}?${new URLSearchParams(query)}`;
}

describe('a cursor', () => {
  let service: TestService;
  const keys = new Map<Principal, string>();

  const send = (principal: Principal, path: string, init: RequestInit = {}) =>
    service.send(path, { token: keys.get(principal) as string, ...init });

  beforeAll(async () => {
    service = await startService('postgres');
    const isFirst = (principal: Principal) =>
      PRINCIPALS.find(({ workspaceId }) => workspaceId === principal.workspaceId) === principal;
    for (const principal of PRINCIPALS.filter(isFirst)) await seedPrincipal(service.database, principal);
    for (const principal of PRINCIPALS) {
      // Two, so that the list of keys has a second page.
      for (let count = 0; count < 2; count += 1) keys.set(principal, await service.key([principal], principal.userId));
      const { client_id, namespace } = EXAMPLE_PATHS.get('listClientStorage') ?? {};
      for (const path of [`${namespace}/one`, `${namespace}/two`, 'other/three']) {
        const { status } = await send(principal, `/client-storage/users/${client_id}/${path}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ value: {} }),
        });
        expect(status).toBe(201);
      }
      for (const name of ['one', 'two']) {
        const { status } = await send(
          principal,
          `/webhooks/tenants/${principal.tenantId}/workspaces/${principal.workspaceId}`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name, url: 'https://receiver.example/' }),
          },
        );
        expect(status).toBe(201);
      }
    }
  });
  afterAll(() => service?.close());

  it.for(LISTS)('of $operationId only continues a list of the same owner', async (operation) => {
    const toOwner = ({ tenantId, workspaceId, userId }: Principal) =>
      hasParameter(operation, 'client_id') ? userId : `${tenantId}/${workspaceId}`;
    const cursors = await Promise.all(
      PRINCIPALS.map(async (principal) => {
        const response = await send(principal, toPath(operation, principal));
        return ((await response.json()) as { cursor?: string }).cursor ?? '';
      }),
    );
    const [caller] = PRINCIPALS as [Principal];
    for (const [index, principal] of PRINCIPALS.entries()) {
      expect(cursors[index], principal.userId).not.toBe('');
      const path = `${toPath(operation, caller)}&cursor=${encodeURIComponent(cursors[index] ?? '')}`;
      const { status } = await send(caller, path);
      expect(status, principal.userId).toBe(toOwner(principal) === toOwner(caller) ? 200 : 400);
    }
  });
});
