/** Every write of the contract has one entry in the audit log, and no entry contains what the request says. */
import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { readEntries } from '../../src/domains/audit-entries/index.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../src/platform/contract/contract.ts';
import { parseKeyId } from '../../src/platform/keys/key.ts';
import { draftExample, toRequest } from '../robustness/requests.ts';
import { startService, type TestService } from '../service.ts';

const MARKER = 'marker-7f3a';

/** Operations on what another one has created. */
const CREATED_BY: Partial<Record<OperationId, OperationId>> = {
  updateEvaluation: 'createEvaluation',
  deleteEvaluation: 'createEvaluation',
  updateAgentEvaluation: 'createAgentEvaluation',
  deleteAgentEvaluation: 'createAgentEvaluation',
  stopEvaluationRun: 'runAgentEvaluation',
  stopScan: 'submitScan',
  updateView: 'createView',
  exportView: 'createView',
  deleteView: 'createView',
  updateApiKey: 'createApiKey',
  rotateApiKey: 'createApiKey',
  deleteApiKey: 'createApiKey',
  updateWebhook: 'createWebhook',
  rotateWebhook: 'createWebhook',
  replayWebhook: 'createWebhook',
  deleteWebhook: 'createWebhook',
};

/** Writes whose entries name no record: a batch has many. */
const WITHOUT_OBJECTS: readonly OperationId[] = ['ingestLlmInteractions'];

/** All writes, so that each follows those that it needs, and nothing is deleted before. */
const WRITES = [...OPERATIONS.values()].filter(({ method }) => method !== 'GET').sort((a, b) => toStep(a) - toStep(b));

function toStep({ method, operationId }: Operation): number {
  if (method === 'DELETE') return 3;
  return method === 'POST' && CREATED_BY[operationId] === undefined ? 1 : 2;
}

/** Members whose texts are free: what people write, and content. */
const FREE_TEXT =
  /^(name|.+_name|description|.+_description|comment|.+_comment|assignee|settings_reason|text|content|arguments|snippet|summary|prompt|expected|value|message)$/;

/** Returns the body of a request with the marker in its free texts. */
function plant(body: unknown): unknown {
  const planted = structuredClone(body);
  for (const path of listTexts(body)) {
    if (!path.some((name) => typeof name === 'string' && FREE_TEXT.test(name))) continue;
    const parent = path
      .slice(0, -1)
      .reduce((value, name) => (value as Record<string, unknown>)[name], planted as unknown) as Record<string, unknown>;
    const last = path.at(-1) as string;
    parent[last] = `${parent[last]} ${MARKER}`;
  }
  return planted;
}

function* listTexts(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof value === 'string') yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield* listTexts(member, [...path, Array.isArray(value) ? Number(name) : name]);
  }
}

describe('every write of the contract', () => {
  let service: TestService;
  let token: string;
  const created = new Map<OperationId, string>();

  beforeAll(async () => {
    service = await startService('postgres', { runsWorker: false });
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE], 'ann');
  });
  afterAll(() => service?.close());

  async function listEntries(): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for await (const page of readEntries(service.database, {})) entries.push(...page);
    return entries;
  }

  it.each(WRITES.map((operation) => [operation.operationId, operation] as const))(
    'has one entry: %s',
    async (operationId, operation) => {
      const draft = draftExample(operation);
      const createdBy = CREATED_BY[operationId];
      const id = createdBy && created.get(createdBy);
      const path =
        id === undefined
          ? draft.path
          : Object.fromEntries(
              Object.entries(draft.path).map(([name, value]) => [name, /^(run_)?id$/.test(name) ? id : value]),
            );
      const body = draft.body === undefined ? undefined : JSON.stringify(plant(JSON.parse(draft.body)));
      const { path: url, headers } = toRequest({ ...draft, path }, token);
      const requestId = randomUUID();
      const before = await listEntries();
      const response = await service.send(url, {
        method: operation.method,
        headers: { ...Object.fromEntries(headers), 'x-request-id': requestId },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      expect(response.status, text).toBeLessThan(300);
      const location = response.headers.get('location')?.split('?')[0];
      if (location && operation.method === 'POST') created.set(operationId, location.split('/').at(-1) as string);
      const known = new Set(before.map(({ audit_entry_id }) => audit_entry_id));
      const added = (await listEntries()).filter(({ audit_entry_id }) => !known.has(audit_entry_id));
      expect(added).toEqual([
        expect.objectContaining({
          tenant_id: SAMPLE_WORKSPACE.tenantId,
          workspace_id: SAMPLE_WORKSPACE.workspaceId,
          kind: 'write',
          action: operationId,
          source: 'api',
          user_id: 'ann',
          api_key_id: parseKeyId(token),
          remote_address: '127.0.0.1',
          request_id: requestId,
          failure_reason: null,
          count: 1,
        }),
      ]);
      if (WITHOUT_OBJECTS.includes(operationId)) expect(added[0]?.object_ids).toEqual([]);
      else expect(added[0]?.object_ids).not.toEqual([]);
    },
  );

  it('leaves none of the strings planted in request bodies in the audit log', async () => {
    const withBody = WRITES.filter(({ requiresBody }) => requiresBody);
    const planted = withBody.filter((operation) =>
      JSON.stringify(plant(JSON.parse(draftExample(operation).body as string))).includes(MARKER),
    );
    expect(planted.length).toBeGreaterThan(withBody.length / 2);
    const rows = await service.database.system((db) => sql`SELECT audit_entries::text FROM audit_entries`.execute(db));
    expect(rows.rows.length).toBeGreaterThan(WRITES.length);
    const secret = token.slice(-43);
    for (const text of [JSON.stringify(rows.rows), JSON.stringify(await listEntries())]) {
      expect(text).not.toContain(MARKER);
      expect(text).not.toContain(secret);
    }
  });
});
