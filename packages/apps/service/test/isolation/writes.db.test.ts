/**
 * Random writes with identifiers of other principals: none of their records changes or is revealed.
 *
 * @module-tag long
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleData } from '../../src/demo/sample-data.ts';
import { OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { inWorkspace } from '../../src/platform/database/rows.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { findSecretPart } from '../keys.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import {
  computeDigests,
  findNames,
  type IsolatedTable,
  listIsolatedTables,
  type Names,
  ownerNames,
  readNames,
  setRowSecurity,
} from './owned-rows.ts';
import { foreignMarks, markFor, PRINCIPALS, type Principal, seedPrincipal } from './principals.ts';
import { createRandom } from './random.ts';
import { compose, type MixedRequest, type Sides, withUnknown } from './requests.ts';

const RUNS = Number(process.env.SERVICE_ISOLATION_RUNS || 300);
/** Number of requests of one caller, after which the records of all others are compared. */
const BLOCK = 50;

/** With this many requests every operation is rejected and accepted at least once. */
const RUNS_FOR_ALL = 2_000;

const WRITES: readonly Operation[] = [...OPERATIONS.values()].filter(({ method }) => method !== 'GET');

/** Owner of the leases of runs that are always running: no worker of the service, so that they don't change. */
const OTHER_WORKER = 'elsewhere';

/** The compared parts of a response. */
interface ReceivedResponse {
  status: number;
  body: string;
  headers: string;
}

describeOnDatabases('writes', (kind) => describeWrites(kind, true));

// The conditions of the statements alone.
describe('writes without row-level security', () => describeWrites('postgres', false));

function describeWrites(kind: DatabaseKind, hasRowSecurity: boolean): void {
  const random = createRandom(`writes ${kind}`);
  const keys = new Map<Principal, string>();
  let service: TestService;
  let tables: IsolatedTable[];

  beforeAll(async () => {
    service = await startService(kind);
    for (const principal of PRINCIPALS) {
      keys.set(principal, await service.key([principal], principal.userId));
      // Several users may share a workspace.
      if (PRINCIPALS.find(({ workspaceId }) => workspaceId === principal.workspaceId) !== principal) continue;
      await seedPrincipal(service.database, principal);
      await addBeyondSampleData(principal);
    }
    tables = await listIsolatedTables(service.database);
    // Every principal executes every write once, each POST with a key.
    for (const caller of PRINCIPALS) {
      await send(caller, {
        method: 'PUT',
        path: `/client-storage/users/aispm-console/preferences/entry-of-${caller.userId}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: markFor(caller.userId) }),
      });
      for (const operation of WRITES.filter(({ method }) => method === 'POST' || method === 'PUT')) {
        const own = findNames(await readNames(service.database, tables), caller);
        await send(caller, compose(operation, ownSides(caller, own), 0, random));
      }
    }
    await settle();
    if (!hasRowSecurity) await setRowSecurity(service.database, tables, false);
  });
  afterAll(() => service.close());

  it(`${RUNS} requests change and reveal nothing of others, whose records are treated as nonexistent`, {
    timeout: (30 * 60 + RUNS) * 1_000,
  }, async () => {
    const counts = new Map<string, Count>(WRITES.map(({ operationId }) => [operationId, { foreign: 0, accepted: 0 }]));
    for (let run = 0; run < RUNS; run += BLOCK) {
      const caller = PRINCIPALS[(run / BLOCK) % PRINCIPALS.length] as Principal;
      const before = await digestOthers(caller);
      const all = await readNames(service.database, tables);
      const own = findNames(all, caller);
      const created = new Set<string>();
      const trail: string[] = [];
      for (let index = 0; index < Math.min(BLOCK, RUNS - run); index += 1) {
        const operation = random.pick(WRITES);
        const other = random.pick(PRINCIPALS.filter((principal) => principal !== caller));
        const sides = { caller, own, created, other, others: findNames(all, other) };
        const request = compose(operation, sides, random.pick([0, 0.3, 0.6]), random);
        const response = await examine(request, sides, all);
        trail.push(`${describeRequest(request)}: ${response.status}`);
        const count = counts.get(operation.operationId) as Count;
        if (request.foreignPath.length > 0 || !request.isOwnWorkspace) count.foreign += 1;
        else if (response.status < 300) count.accepted += 1;
      }
      await settle();
      expect(await digestOthers(caller), `after requests of ${caller.userId}:\n${trail.join('\n')}`).toEqual(before);
    }
    // Otherwise the requests weren't varied enough: some must be rejected, and some accepted.
    const all = [...counts.values()];
    expect(all.reduce((sum, { foreign }) => sum + foreign, 0)).toBeGreaterThan(RUNS / 10);
    expect(all.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThan(RUNS / 10);
    if (RUNS < RUNS_FOR_ALL) return;
    for (const { operationId, method, path } of WRITES) {
      const { foreign, accepted } = counts.get(operationId) as Count;
      if (path.includes('{') && method !== 'PUT') expect(foreign, operationId).toBeGreaterThan(0);
      expect(accepted, operationId).toBeGreaterThan(0);
    }
  });

  it('rejects the id of one key with the secret of another', async () => {
    const [caller, other] = [PRINCIPALS[0], PRINCIPALS.at(-1)] as [Principal, Principal];
    const getSecret = (principal: Principal) => findSecretPart(keys.get(principal) as string);
    const mixed = keys.get(other)?.replace(getSecret(other), getSecret(caller)) ?? '';
    const before = await digestOthers(caller);
    const all = await readNames(service.database, tables);
    for (const operation of WRITES) {
      const { path, method, headers, body } = compose(operation, ownSides(other, findNames(all, other)), 0, random);
      const response = await service.send(path, { token: mixed, method, headers, ...(body !== undefined && { body }) });
      expect(response.status, operation.operationId).toBe(401);
    }
    expect(await digestOthers(caller)).toEqual(before);
  });

  /** Sends a request, and compares the response with that to the same request with unknown identifiers. */
  async function examine(
    request: MixedRequest,
    sides: Sides,
    all: ReadonlyMap<string, Names>,
  ): Promise<ReceivedResponse> {
    const { caller, created } = sides;
    const response = await send(caller, request);
    const about = `${describeRequest(request)} as ${caller.userId}`;
    expect(response.status, `${about}: ${response.body}`).toBeLessThan(500);
    await expectNothingForeign(request, response, sides, all, about);
    if (!request.isOwnWorkspace) expect(response.status, about).toBe(403);
    // PUT creates what it names, for the caller.
    const allowed = request.method === 'PUT' ? [200, 201, 400, 412] : [400, 403, 404, 422];
    if (request.foreignPath.length > 0) expect(allowed, `${about}: ${response.body}`).toContain(response.status);
    if (request.foreign.length > 0) {
      const twin = await send(caller, withUnknown(request, random));
      expectAlike(request, response, twin, about);
    }
    // From here on these are values of the caller as well.
    const key = request.headers['idempotency-key'];
    if (key !== undefined) created.add(key);
    if (request.method === 'PUT') for (const value of request.named) created.add(value);
    return response;
  }

  async function expectNothingForeign(
    { path, body, headers }: MixedRequest,
    response: ReceivedResponse,
    { caller, own }: Sides,
    all: ReadonlyMap<string, Names>,
    about: string,
  ): Promise<void> {
    const text = response.body + response.headers;
    for (const mark of foreignMarks(caller)) expect(text, about).not.toContain(mark);
    const sent = new Set(`${path} ${body} ${JSON.stringify(headers)}`.match(IDENTIFIERS));
    const isKnown = (names: Iterable<Names>, id: string) =>
      [...names].some((ofOne) => [...ofOne.values()].some((values) => values.has(id)));
    for (const [id] of text.matchAll(IDENTIFIERS)) {
      if (sent.has(id) || isKnown([own], id) || !isKnown(all.values(), id)) continue;
      // The caller may just have created it.
      const now = findNames(await readNames(service.database, tables), caller);
      expect(isKnown([now], id), `${about} reveals ${id}: ${response.body}`).toBe(true);
    }
  }

  async function send(caller: Principal, { method, path, headers, body }: Sendable): Promise<ReceivedResponse> {
    const token = keys.get(caller) as string;
    const response = await service.send(path, { token, method, headers, ...(body !== undefined && { body }) });
    return {
      status: response.status,
      body: await response.text(),
      headers: JSON.stringify([...response.headers].filter(([name]) => name !== 'x-request-id')),
    };
  }

  /** Returns digests of all rows that aren't the caller's. */
  async function digestOthers(caller: Principal): Promise<Record<string, string>> {
    const own = ownerNames(caller).map((owner) => ` of ${owner}`);
    const all = await computeDigests(service.database, tables);
    return Object.fromEntries([...all].filter(([name]) => !own.some((end) => name.endsWith(end))));
  }

  /** Waits until all jobs have ended. */
  async function settle(): Promise<void> {
    const unfinished = () =>
      service.database.system(async (db) => {
        const { rows } = await sql`
          SELECT scan_id AS id FROM scans WHERE finished_at IS NULL
          UNION ALL SELECT export_workflow_id FROM view_exports WHERE finished_at IS NULL
          UNION ALL SELECT id FROM evaluation_runs WHERE finished_at IS NULL AND lease_owner IS DISTINCT FROM ${OTHER_WORKER}
        `.execute(db);
        return rows;
      });
    await vi.waitUntil(async () => (await unfinished()).length === 0, { timeout: TIMEOUT_MS });
  }

  /** Adds records that the sample data lacks: a running run, and a rule of a scanner with its own name. */
  async function addBeyondSampleData({ tenantId, workspaceId, suffix }: Principal): Promise<void> {
    const [run] = sampleData.runs.filter(({ finished_at }) => finished_at !== null);
    await service.database.system(async (db) => {
      await db
        .insertInto('evaluation_runs')
        .columns([...COPIED, 'id', 'status', 'lease_owner', 'lease_expires_at'])
        .expression((query) =>
          query
            .selectFrom('evaluation_runs')
            .select((row) => [
              ...COPIED,
              row.val(randomUUID()).as('id'),
              row.val('running').as('status'),
              row.val(OTHER_WORKER).as('lease_owner'),
              sql<string>`now() + interval '1 day'`.as('lease_expires_at'),
            ])
            .where(inWorkspace('evaluation_runs', { tenantId, workspaceId }))
            .where('id', '=', `${run?.id}${suffix}`),
        )
        .execute();
      await db
        .insertInto('rules')
        .values({
          tenant_id: tenantId,
          workspace_id: workspaceId,
          rule_id: `rule-of-${workspaceId}`,
          rule_name: `Scanned ${markFor(workspaceId)}`,
          rule_description: '',
          object_types: ['agent'],
          source: 'external',
          severity: 'low',
        })
        .execute();
    });
  }
}

type Sendable = Pick<MixedRequest, 'method' | 'path' | 'headers' | 'body'>;

/** How often an operation was rejected a record of others, and was accepted for one of the caller. */
interface Count {
  foreign: number;
  accepted: number;
}

/** Columns that a running run has in common with one that has ended. */
const COPIED = [
  'tenant_id',
  'workspace_id',
  'agent_evaluation_id',
  'evaluation_id',
  'agent_id',
  'config',
  'trigger',
] as const;

/** Matches the identifiers of the principals. */
const IDENTIFIERS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[a-z]+)?/g;

/** Returns the sides of a request with the values of the caller only. */
function ownSides(caller: Principal, own: Names): Sides {
  return { caller, own, created: new Set(), other: caller, others: own };
}

function describeRequest({ method, path, headers, body = '' }: MixedRequest): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${body.slice(0, 300)}`;
}

/** Expects the same response for a record of another principal and for one that doesn't exist. */
function expectAlike(request: MixedRequest, response: ReceivedResponse, twin: ReceivedResponse, about: string): void {
  const compared = `${about}: ${response.body}\nand with unknown identifiers: ${twin.status} ${twin.body}`;
  const [isTaken, isTwinTaken] = [response.status < 300, twin.status < 300];
  // The first of the two requests may have changed the result of the second.
  const mayConflict = request.foreignPath.length === 0 && [response, twin].some(({ status }) => status === 409);
  if (isTaken && isTwinTaken) return;
  if (!mayConflict) expect(normalize(response), compared).toEqual(normalize(twin));
}

/** Returns a response without the values that differ from request to request. */
function normalize({ status, body }: ReceivedResponse) {
  return { status, body: body.replace(IDENTIFIERS, '#').replaceAll(/rule-of-[a-z-]+/g, '#') };
}
