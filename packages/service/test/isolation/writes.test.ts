/** Random writes with everything of the others that a caller could have heard of: nothing of theirs changes or is told. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS, type Operation } from '../../src/contract/contract.ts';
import { story } from '../../src/demo/story.ts';
import { DATABASES } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { until } from '../until.ts';
import { digests, type IsolatedTable, isolatedTables, type Names, names, namesOf, ownersOf } from './belongings.ts';
import { foreignMarks, markOf, PARTIES, type Party, seedParty } from './parties.ts';
import { randomOf } from './random.ts';
import { compose, type MixedRequest, type Sides, withUnknown } from './requests.ts';

const RUNS = Number(process.env.SERVICE_ISOLATION_RUNS || 300);
/** Requests of one caller, after which the belongings of all others are compared. */
const BLOCK = 50;

/** With so many requests every operation is refused and taken at least once. */
const ENOUGH_FOR_ALL = 2_000;

const WRITES: readonly Operation[] = [...OPERATIONS.values()].filter(({ method }) => method !== 'GET');

/** Who works on the runs that are under way all the time: no worker of the service, so that they stay as they are. */
const ELSEWHERE = 'elsewhere';

/** An answer, as far as it is looked at. */
interface Answer {
  status: number;
  body: string;
  headers: string;
}

describe.each(DATABASES)('writes on %s', (kind) => {
  const random = randomOf(`writes ${kind}`);
  const keys = new Map<Party, string>();
  let service: TestService;
  let tables: IsolatedTable[];

  beforeAll(async () => {
    service = await startService(kind);
    for (const party of PARTIES) {
      keys.set(party, await service.key([party], party.userId));
      // Several users may share a workspace.
      if (PARTIES.find(({ workspaceId }) => workspaceId === party.workspaceId) !== party) continue;
      await seedParty(service.database, party);
      await addBeyondStory(party);
    }
    tables = await isolatedTables(service.database);
    // Everybody has written everything once, each POST under a key.
    for (const caller of PARTIES) {
      await send(caller, {
        method: 'PUT',
        path: `/client-storage/users/aispm-console/preferences/entry-of-${caller.userId}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: markOf(caller.userId) }),
      });
      for (const operation of WRITES.filter(({ method }) => method === 'POST' || method === 'PUT')) {
        const own = namesOf(await names(service.database, tables), caller);
        await send(caller, compose(operation, alone(caller, own), 0, random));
      }
    }
    await settle();
  }, 120_000);
  afterAll(() => service.close());

  test(`${RUNS} requests change nothing of others, say nothing of it, and treat it as what never was`, {
    timeout: 60_000 + RUNS * 400,
  }, async () => {
    const counts = new Map<string, Count>(WRITES.map(({ operationId }) => [operationId, { abroad: 0, atHome: 0 }]));
    for (let run = 0; run < RUNS; run += BLOCK) {
      const caller = PARTIES[(run / BLOCK) % PARTIES.length] as Party;
      const before = await ofOthers(caller);
      const all = await names(service.database, tables);
      const own = namesOf(all, caller);
      const made = new Set<string>();
      const trail: string[] = [];
      for (let index = 0; index < Math.min(BLOCK, RUNS - run); index += 1) {
        const operation = random.pick(WRITES);
        const other = random.pick(PARTIES.filter((party) => party !== caller));
        const sides = { caller, own, made, other, others: namesOf(all, other) };
        const request = compose(operation, sides, random.pick([0, 0.3, 0.6]), random);
        const answer = await examine(request, sides, all);
        trail.push(`${describeRequest(request)}: ${answer.status}`);
        const count = counts.get(operation.operationId) as Count;
        if (request.foreignPath.length > 0 || !request.isAtHome) count.abroad += 1;
        else if (answer.status < 300) count.atHome += 1;
      }
      await settle();
      expect(await ofOthers(caller), `after requests of ${caller.userId}:\n${trail.join('\n')}`).toEqual(before);
    }
    // The requests were of all kinds, or this would say little: refused abroad, and taken at home.
    const all = [...counts.values()];
    expect(all.reduce((sum, { abroad }) => sum + abroad, 0)).toBeGreaterThan(RUNS / 10);
    expect(all.reduce((sum, { atHome }) => sum + atHome, 0)).toBeGreaterThan(RUNS / 10);
    if (RUNS < ENOUGH_FOR_ALL) return;
    for (const { operationId, method, path } of WRITES) {
      const { abroad, atHome } = counts.get(operationId) as Count;
      if (path.includes('{') && method !== 'PUT') expect(abroad, operationId).toBeGreaterThan(0);
      expect(atHome, operationId).toBeGreaterThan(0);
    }
  });

  test('the key of another with a secret of its own opens nothing to a caller', async () => {
    const [caller, other] = [PARTIES[0], PARTIES.at(-1)] as [Party, Party];
    const secretOf = (party: Party) => keys.get(party)?.split('_').at(-1) ?? '';
    const mixed = keys.get(other)?.replace(secretOf(other), secretOf(caller)) ?? '';
    const before = await ofOthers(caller);
    const all = await names(service.database, tables);
    for (const operation of WRITES) {
      const { path, method, headers, body } = compose(operation, alone(other, namesOf(all, other)), 0, random);
      const answer = await service.send(path, { token: mixed, method, headers, ...(body !== undefined && { body }) });
      expect(answer.status, operation.operationId).toBe(401);
    }
    expect(await ofOthers(caller)).toEqual(before);
  });

  /** Sends a request, and compares the answer with what may be said to somebody to whom nothing of the others is there. */
  async function examine(request: MixedRequest, sides: Sides, all: ReadonlyMap<string, Names>): Promise<Answer> {
    const { caller, made } = sides;
    const answer = await send(caller, request);
    const about = `${describeRequest(request)} as ${caller.userId}`;
    expect(answer.status, `${about}: ${answer.body}`).toBeLessThan(500);
    await expectNothingForeign(request, answer, sides, all, about);
    if (!request.isAtHome) expect(answer.status, about).toBe(403);
    // What PUT names it makes, for the caller.
    const mayHave = request.method === 'PUT' ? [200, 201, 400, 412] : [400, 403, 404, 422];
    if (request.foreignPath.length > 0) expect(mayHave, `${about}: ${answer.body}`).toContain(answer.status);
    if (request.foreign.length > 0) {
      const twin = await send(caller, withUnknown(request, random));
      expectAlike(request, answer, twin, about);
    }
    // From here on these are its own as well.
    const key = request.headers['idempotency-key'];
    if (key !== undefined) made.add(key);
    if (request.method === 'PUT') for (const value of request.named) made.add(value);
    return answer;
  }

  async function expectNothingForeign(
    { path, body, headers }: MixedRequest,
    answer: Answer,
    { caller, own }: Sides,
    all: ReadonlyMap<string, Names>,
    about: string,
  ): Promise<void> {
    const told = answer.body + answer.headers;
    for (const mark of foreignMarks(caller)) expect(told, about).not.toContain(mark);
    const sent = new Set(`${path} ${body} ${JSON.stringify(headers)}`.match(IDENTIFIERS));
    const isKnown = (names: Iterable<Names>, id: string) =>
      [...names].some((ofOne) => [...ofOne.values()].some((values) => values.has(id)));
    for (const [id] of told.matchAll(IDENTIFIERS)) {
      if (sent.has(id) || isKnown([own], id) || !isKnown(all.values(), id)) continue;
      // It may be the caller's own since a moment ago.
      const now = namesOf(await names(service.database, tables), caller);
      expect(isKnown([now], id), `${about} tells ${id}: ${answer.body}`).toBe(true);
    }
  }

  async function send(caller: Party, { method, path, headers, body }: Sendable): Promise<Answer> {
    const token = keys.get(caller) as string;
    const response = await service.send(path, { token, method, headers, ...(body !== undefined && { body }) });
    return {
      status: response.status,
      body: await response.text(),
      headers: JSON.stringify([...response.headers].filter(([name]) => name !== 'x-request-id')),
    };
  }

  /** Digests of everything that is not the caller's. */
  async function ofOthers(caller: Party): Promise<Record<string, string>> {
    const own = ownersOf(caller).map((owner) => ` of ${owner}`);
    const all = await digests(service.database, tables);
    return Object.fromEntries([...all].filter(([name]) => !own.some((end) => name.endsWith(end))));
  }

  /** Waits until all jobs have ended. */
  async function settle(): Promise<void> {
    const unfinished = () =>
      service.database.system(async (db) => {
        const { rows } = await sql`
          SELECT scan_id AS id FROM scans WHERE finished_at IS NULL
          UNION ALL SELECT export_workflow_id FROM view_exports WHERE finished_at IS NULL
          UNION ALL SELECT id FROM evaluation_runs WHERE finished_at IS NULL AND lease_owner IS DISTINCT FROM ${ELSEWHERE}
        `.execute(db);
        return rows;
      });
    await until(async () => (await unfinished()).length === 0, 60_000);
  }

  /** What the story does not have: a run that is under way, and a rule of a scanner under a name of its own. */
  async function addBeyondStory({ tenantId, workspaceId, suffix }: Party): Promise<void> {
    const [run] = story.runs.filter(({ finished_at }) => finished_at !== null);
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
              row.val(ELSEWHERE).as('lease_owner'),
              sql<string>`now() + interval '1 day'`.as('lease_expires_at'),
            ])
            .where('tenant_id', '=', tenantId)
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', `${run?.id}${suffix}`),
        )
        .execute();
      await db
        .insertInto('rules')
        .values({
          tenant_id: tenantId,
          workspace_id: workspaceId,
          rule_id: `rule-of-${workspaceId}`,
          rule_name: `Scanned ${markOf(workspaceId)}`,
          rule_description: '',
          object_types: ['agent'],
          source: 'external',
          severity: 'low',
        })
        .execute();
    });
  }
});

type Sendable = Pick<MixedRequest, 'method' | 'path' | 'headers' | 'body'>;

/** How often an operation was refused what is not the caller's, and did something for it. */
interface Count {
  abroad: number;
  atHome: number;
}

/** What a run that is under way has of one that has ended. */
const COPIED = [
  'tenant_id',
  'workspace_id',
  'agent_evaluation_id',
  'evaluation_id',
  'agent_id',
  'config',
  'trigger',
] as const;

/** Identifiers of records, as the parties have them. */
const IDENTIFIERS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[a-z]+)?/g;

/** The sides of a caller who names nothing of anybody else. */
function alone(caller: Party, own: Names): Sides {
  return { caller, own, made: new Set(), other: caller, others: own };
}

function describeRequest({ method, path, headers, body = '' }: MixedRequest): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${body.slice(0, 300)}`;
}

/** What is there and the other's has to be answered like what is not there at all. */
function expectAlike(request: MixedRequest, answer: Answer, twin: Answer, about: string): void {
  const compared = `${about}: ${answer.body}\nand with what never was: ${twin.status} ${twin.body}`;
  const [isTaken, isTwinTaken] = [answer.status < 300, twin.status < 300];
  // The first of the two may have changed what the second meets.
  const isInTheWay = request.foreignPath.length === 0 && [answer, twin].some(({ status }) => status === 409);
  if (isTaken && isTwinTaken) return;
  if (!isInTheWay) expect(wording(answer), compared).toEqual(wording(twin));
}

/** An answer without what differs from request to request. */
function wording({ status, body }: Answer) {
  return { status, body: body.replace(IDENTIFIERS, '#').replaceAll(/rule-of-[a-z-]+/g, '#') };
}
