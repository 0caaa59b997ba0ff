/** Sends timestamps that RFC 3339 allows, and clocks and calendars don't have, wherever the contract accepts a timestamp. */
import { type Schema, UNSUPPORTED_TIMESTAMP } from '@aispm/openapi';
import type { ApiErrorBody } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { type Parameter, resolve } from '../../src/platform/contract/contract.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { draftExample, operations, type RequestDraft, toRequest } from './requests.ts';
import { findProblems, type Received } from './send.ts';

const LEAP_SECOND = '2026-06-30T23:59:60Z';
const UNSUPPORTED = [
  '0000-06-30T12:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '9999-12-31T23:59:59.9999995Z',
];

const mayBeTimestamp = (schema: Schema): boolean => /date-time|schemas\/Timestamp"/.test(JSON.stringify(schema));
const isTimestamp = (parameter: Parameter) => parameter.in === 'query' && mayBeTimestamp(parameter.schema ?? {});

/** Sets all timestamps in the query. */
function withTimestamps(draft: RequestDraft, value: string): RequestDraft {
  return { ...draft, query: draft.operation.parameters.filter(isTimestamp).map(({ name }) => [name, value] as const) };
}

const reads = operations.filter(({ parameters }) => parameters.some(isTimestamp)).map(draftExample);
const SCOPE = 'tenants/halden-freight/workspaces/production';

describeOnDatabases('timestamps', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind, { outgoingHosts: ['hooks.example'] });
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service?.close());

  /** Sends requests, and returns the responses. */
  async function receive(drafts: readonly RequestDraft[]): Promise<Received[]> {
    const responses: Received[] = [];
    const requests = drafts.map((draft) => toRequest(draft, token));
    expect(await findProblems(service.baseUrl, requests, (received) => responses.push(received))).toEqual([]);
    return responses;
  }

  async function write(method: string, path: string, value: unknown) {
    const headers = { 'content-type': 'application/json' };
    const response = await service.send(path, { token, method, headers, body: JSON.stringify(value) });
    return {
      status: response.status,
      body: (await response.json()) as Partial<ApiErrorBody> & Record<string, unknown>,
    };
  }
  const createKey = (expires_at: string) =>
    write('POST', '/api-keys', {
      name: 'Timestamps',
      access: 'read',
      workspaces: [{ tenant_id: 'halden-freight', workspace_id: 'production' }],
      expires_at,
    });
  const triage = (update: object) => write('PATCH', `/issues/${SCOPE}/019fef6a-7af5-79be-9830-d8be3ddddfa3`, update);
  const triageOccurrence = (update: object) =>
    write('PATCH', `/fine-grained-issues/${SCOPE}/019fef6a-8423-778f-a8ca-69c443cc2380`, update);

  async function replay(since: string) {
    const webhook = { name: 'Timestamps', url: 'https://hooks.example/' };
    const { id } = (await write('POST', `/webhooks/${SCOPE}`, webhook)).body;
    return write('POST', `/webhooks/${SCOPE}/${id}/replay`, { since });
  }

  it('may be leap seconds in every query', async () => {
    expect(reads.length).toBeGreaterThan(10);
    const responses = await receive(reads.map((draft) => withTimestamps(draft, LEAP_SECOND)));
    expect(responses.map(({ status, body }) => (status === 200 ? 200 : body))).toEqual(reads.map(() => 200));
  });

  it.each(UNSUPPORTED)('outside of the years that can be stored are rejected in every query (%s)', async (value) => {
    const expected = reads.map((draft) =>
      Object.fromEntries(withTimestamps(draft, value).query.map(([name]) => [`query/${name}`, UNSUPPORTED_TIMESTAMP])),
    );
    const responses = await receive(reads.map((draft) => withTimestamps(draft, value)));
    const details = responses.map(({ status, body }) => status === 400 && (body as ApiErrorBody).details);
    expect(details.map((each) => JSON.stringify(each)).sort()).toEqual(
      expected.map((each) => JSON.stringify(each)).sort(),
    );
  });

  it('may be leap seconds in bodies', async () => {
    expect((await createKey('2126-06-30T23:59:60Z')).body).toMatchObject({ expires_at: '2126-07-01T00:00:00Z' });
    expect((await createKey(LEAP_SECOND.replace('2026', '2016'))).body).toMatchObject({ reason: 'invalid_expiry' });
    const due = { due_at: '2026-07-01T00:00:00Z' };
    expect((await triage({ due_at: LEAP_SECOND })).body).toMatchObject(due);
    expect((await triageOccurrence({ due_at: LEAP_SECOND })).body).toMatchObject(due);
    expect(await replay(LEAP_SECOND)).toMatchObject({ status: 200 });
  });

  it.each(UNSUPPORTED)('outside of the years that can be stored are rejected in bodies (%s)', async (value) => {
    const rejected = (location: string) => ({
      status: 400,
      body: { reason: 'invalid_body', details: { [location]: UNSUPPORTED_TIMESTAMP } },
    });
    expect(await createKey(value)).toMatchObject(rejected('body/expires_at'));
    const { id } = (await createKey('2126-06-30T23:59:59Z')).body;
    const update = { expires_at: value };
    expect(await write('PATCH', `/api-keys/${id}`, update)).toMatchObject(rejected('body/expires_at'));
    expect(await triage({ due_at: value })).toMatchObject(rejected('body/due_at'));
    expect(await triageOccurrence({ due_at: value })).toMatchObject(rejected('body/due_at'));
    expect(await replay(value)).toMatchObject(rejected('body/since'));
    expect(await triage({ status: 'suppressed', status_reason: 'duplicate', due_at: value })).toMatchObject(
      rejected('body/due_at'),
    );
    const issue_id = '019fef6a-7d04-7dbe-993d-d576f559a676';
    const batch = await write('PATCH', `/issues/${SCOPE}`, {
      updates: [
        { issue_id, due_at: value },
        { issue_id: '019ffedc-ca8d-769f-81d6-6abf88eedea5', due_at: '2027-01-01T00:00:00Z' },
      ],
    });
    expect(batch.body.results).toMatchObject([
      { status: 'rejected', error: { details: { 'body/updates/0/due_at': UNSUPPORTED_TIMESTAMP } } },
      { status: 'updated' },
    ]);
  });

  it('only occur in the tested bodies', () => {
    const bodies = operations
      .filter(({ bodySchema }) => JSON.stringify(resolveDeep(bodySchema)).includes('date-time'))
      .map(({ operationId }) => operationId);
    expect(bodies.sort()).toEqual([
      'createApiKey',
      'ingestLlmInteractions',
      'replayWebhook',
      'updateApiKey',
      'updateFineGrainedIssue',
      'updateIssue',
      'updateIssues',
    ]);
  });
});

/** Replaces references in a schema that doesn't contain itself. */
function resolveDeep(schema: unknown, depth = 6): unknown {
  if (depth === 0 || typeof schema !== 'object' || schema === null) return schema;
  return Object.values(resolve<object>(schema)).map((member) => resolveDeep(member, depth - 1));
}
