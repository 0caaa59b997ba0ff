/**
 * Each query restricts its workspace and its user itself. Row-level security, the second line of defense, would hide that a condition is
 * missing: without it, nothing changes.
 */
import { type Document, listOperations, listParameterExamples, type Parameter, resolve } from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import { splitByHash } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATIONS, type Operation, type OperationId } from '../../src/platform/contract/contract.ts';
import { parseKeyId } from '../../src/platform/keys/key.ts';
import { EXAMPLE_PATHS, EXAMPLE_QUERIES } from '../contract-examples.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { type IsolatedTable, listIsolatedTables, setRowSecurity } from './owned-rows.ts';
import { foreignMarks, markFor, PRINCIPALS, type Principal, seedPrincipal } from './principals.ts';

/** Another workspace has the same identifiers as that of the caller, and another user the same entries. */
const [CALLER, MATE, NEAR] = PRINCIPALS as [Principal, Principal, Principal];
/** A query without its condition finds the rows of one of them first, and those of the other last. */
const CALLERS = [CALLER, NEAR];

/** Without it, the relations of both callers would have the same counts. */
const DIFFERENT_COUNTS = `UPDATE object_degrees SET degree = degree + 1 WHERE workspace_id = '${CALLER.workspaceId}'`;

// The copy of the contract in the service has no examples.
const document = contract as unknown as Document;
const PARAMETERS = new Map(listOperations(document).map(({ operationId, parameters }) => [operationId, parameters]));
const READS = [...OPERATIONS.values()].filter(({ method }) => method === 'GET');

/** The identifiers that a principal has next to those of the sample data. */
type Created = Readonly<Record<string, string>>;

/** Returns paths of an operation: each value of a choice in the path, and each parameter of the query. */
function listPaths({ operationId, path }: Operation, caller: Principal, suffix: string, created: Created): string[] {
  const parameters = PARAMETERS.get(operationId) ?? [];
  const own: Created = {
    tenant_id: caller.tenantId,
    workspace_id: caller.workspaceId,
    ...created,
    ...(operationId === 'getApiKey' && { id: created.key_id }),
    ...(operationId === 'getWebhook' && { id: created.webhook_id }),
  };
  const isId = (name: string) => /(^|_)id$/.test(name) && name !== 'client_id';
  const toExample = (name: string) => `${EXAMPLE_PATHS.get(operationId)?.[name]}${isId(name) ? suffix : ''}`;
  const fill = (choice: Created) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(choice[name] ?? own[name] ?? toExample(name)));
  const choices = parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap((parameter) => listChoices(parameter).map((value) => ({ [parameter.name]: value })));
  const queries = listQueries(
    operationId,
    parameters.filter((parameter) => parameter.in === 'query'),
  );
  return [...queries.map((query) => `${fill({})}${query}`), ...choices.map(fill)];
}

function listChoices({ schema }: Parameter): string[] {
  return (resolve<{ enum?: string[] }>(document, schema ?? {}).enum ?? []).map(String);
}

/** Returns queries with each example and each value of a choice, all of them with the parameters that are required. */
function listQueries(operationId: OperationId, parameters: readonly Parameter[]): string[] {
  const isFlag = ({ schema }: Parameter) => resolve<{ type?: unknown }>(document, schema ?? {}).type === 'boolean';
  const values = [
    ...listParameterExamples(parameters).map(({ name, value }) => ({ [name]: value })),
    ...parameters.flatMap((one) => listChoices(one).map((value) => ({ [one.name]: value }))),
    ...parameters.filter(isFlag).map(({ name }) => ({ [name]: 'true' })),
  ];
  const base = Object.fromEntries(EXAMPLE_QUERIES.get(operationId) ?? []);
  return [...new Set([{}, ...values].map((one) => `?${new URLSearchParams({ ...base, ...one })}`))];
}

describe('a service without row-level security', () => {
  let service: TestService;
  const keys = new Map<Principal, string>();
  const created = new Map<Principal, Created>();
  let tables: readonly IsolatedTable[];

  const send = (principal: Principal, path: string, init: RequestInit = {}) =>
    service.send(path, { token: keys.get(principal) as string, ...init });
  const read = async ({ caller, path }: { caller: Principal; path: string }) => {
    const response = await send(caller, path);
    // Each minute, the first request with a key changes when it was last used.
    return `${response.status} ${(await response.text()).replaceAll(/"last_used_at":(?:null|"[^"]*")/g, '')}`;
  };
  /** The paths of an operation, with the identifiers of each principal. */
  const listAllPaths = (operation: Operation, caller: Principal) => [
    ...new Set(
      PRINCIPALS.flatMap((principal) =>
        listPaths(operation, caller, principal.suffix, created.get(principal) as Created),
      ),
    ),
  ];

  beforeAll(async () => {
    service = await startService('postgres');
    const principals = PRINCIPALS.toReversed();
    for (const principal of principals.filter((one) => one !== MATE)) await seedPrincipal(service.database, principal);
    for (const principal of principals) {
      keys.set(principal, await service.key([principal], principal.userId));
      created.set(principal, await create(principal));
    }
    tables = await listIsolatedTables(service.database);
    await service.database.system((_, connection) => connection.execute(DIFFERENT_COUNTS));
  });
  afterAll(() => service?.close());

  /** Writes an entry with the mark of the user, exports a view, and creates a webhook. @returns the new identifiers */
  async function create(principal: Principal): Promise<Created> {
    const { client_id, namespace, key } = EXAMPLE_PATHS.get('getClientStorageEntry') ?? {};
    const entry = await send(principal, `/client-storage/users/${client_id}/${namespace}/${key}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value: { mark: markFor(principal.userId) } }),
    });
    expect(entry.status).toBe(201);
    const view = `/views/${EXAMPLE_PATHS.get('exportView')?.id}${principal.suffix}`;
    const { export_workflow_id } = (await (
      await send(principal, `${view}/export`, { method: 'POST' })
    ).json()) as Created;
    const isExported = async () => {
      const response = await send(principal, `${view}/export/${export_workflow_id}`);
      return ((await response.json()) as { export_status: string }).export_status === 'completed';
    };
    await vi.waitUntil(isExported, { timeout: TIMEOUT_MS });
    const { tenantId, workspaceId } = principal;
    const webhook = await send(principal, `/webhooks/tenants/${tenantId}/workspaces/${workspaceId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: markFor(workspaceId), url: 'https://hooks.example.com/', is_active: false }),
    });
    expect(webhook.status).toBe(201);
    const { id: webhook_id } = (await webhook.json()) as { id: string };
    return {
      export_workflow_id: `${export_workflow_id}`,
      key_id: `${parseKeyId(keys.get(principal) ?? '')}`,
      webhook_id,
    };
  }

  describe.each(splitByHash(READS, ({ operationId }) => operationId, 4))('in a request', ({ tags, cases }) => {
    it.for(cases)('responds to $operationId the same way', { tags }, async (operation) => {
      const reads = CALLERS.flatMap((caller) => listAllPaths(operation, caller).map((path) => ({ caller, path })));
      const expected = await Promise.all(reads.map(read));
      await setRowSecurity(service.database, tables, false);
      const received = await Promise.all(reads.map(read));
      await setRowSecurity(service.database, tables, true);
      for (const [index, { caller, path }] of reads.entries()) {
        for (const mark of foreignMarks(caller)) expect(received[index], path).not.toContain(mark);
        expect(received[index], path).toBe(expected[index]);
      }
      // Otherwise nothing was read.
      expect(received.some((text) => text.startsWith('200'))).toBe(true);
    });
  });
});
