/** What is another's and what is nowhere cannot be told apart: not by the answer, and not by the time that it takes. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS, type Operation, type OperationId } from '../../src/contract/contract.ts';
import { handlers } from '../../src/handlers.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import { DATABASES, type DatabaseKind } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { compareTimes, isTold } from './compare-times.ts';
import { PARTIES, type Party, seedParty } from './parties.ts';
import { randomOf } from './random.ts';

/** How often each of the two is asked for. */
const PAIRS: Record<DatabaseKind, number> = { postgres: 400, embedded: 120 };

const CALLER = PARTIES[0] as Party;
const OWNER = PARTIES.at(-1) as Party;
/** As long as that of the owner, and nobody's. */
const NOBODY = {
  ...OWNER,
  tenantId: 'tenant-never',
  workspaceId: 'space-never',
  userId: 'user-never',
  suffix: '-never',
};

/** Get, change and delete, of what belongs to a workspace and of what belongs to a user. */
const TARGETS: readonly OperationId[] = [
  'getAgent',
  'getIssue',
  'updateIssue',
  'getView',
  'deleteView',
  'exportView',
  'updateAgentEvaluation',
  'deleteAgentEvaluation',
  'stopEvaluationRun',
  'getClientStorageEntry',
  'putClientStorageEntry',
  'deleteClientStorageEntry',
];

/** Reads, changes and deletes with a workspace in the path, which is another's. */
const ADDRESSED: readonly OperationId[] = ['getAgent', 'updateIssue', 'deleteAgentEvaluation', 'createAgentEvaluation'];

describe.each(DATABASES)('to a stranger on %s', (kind) => {
  const timeout = 30_000 + PAIRS[kind] * 200;
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    for (const party of [CALLER, OWNER]) await seedParty(service.database, party);
    token = await service.key([CALLER], CALLER.userId);
    await ask(service, await service.key([OWNER], OWNER.userId), 'putClientStorageEntry', { entriesOf: OWNER });
  }, 120_000);
  afterAll(() => service.close());

  test.each(TARGETS)("%s answers the same to what is another's and to what is nowhere", { timeout }, async (id) => {
    const headers = id === 'putClientStorageEntry' ? { 'if-match': '*' } : {};
    const of = (owner: Party) => ask(service, token, id, { ids: owner, entriesOf: owner, headers });
    await expectAlike(
      () => of(OWNER),
      () => of(NOBODY),
      headers['if-match'] ? 412 : 404,
      kind,
    );
  });

  test.each(ADDRESSED)(
    '%s answers the same in the workspace of another and in one that is not',
    { timeout },
    async (id) => {
      const at = (owner: Party) => ask(service, token, id, { place: owner, ids: OWNER });
      await expectAlike(
        () => at(OWNER),
        () => at(NOBODY),
        403,
        kind,
      );
    },
  );
});

test('a service that looks longer where there is something is found out', { timeout: 60_000 }, async () => {
  const leaky = await startService(
    'postgres',
    {},
    {
      async getView(request) {
        const isSomewhere = await request.services.database.system((db) =>
          db.selectFrom('views').select('id').where('id', '=', request.path.id).executeTakeFirst(),
        );
        if (isSomewhere) await delay(5);
        return handlers.getView(request);
      },
    },
  );
  for (const party of [CALLER, OWNER]) await seedParty(leaky.database, party);
  const token = await leaky.key([CALLER], CALLER.userId);
  const of = (owner: Party) => ask(leaky, token, 'getView', { ids: owner });
  const comparison = await compareTimes(
    () => of(NOBODY),
    () => of(OWNER),
    100,
    randomOf('leaky'),
  );
  await leaky.close();
  expect(isTold(comparison), JSON.stringify(comparison)).toBe(true);
});

async function expectAlike(
  foreign: () => Promise<object>,
  unknown: () => Promise<object>,
  status: number,
  kind: DatabaseKind,
): Promise<void> {
  expect(await foreign()).toEqual(await unknown());
  expect(await unknown()).toMatchObject({ status });
  const comparison = await compareTimes(unknown, foreign, PAIRS[kind], randomOf(`strangers ${kind}`));
  expect(isTold(comparison), JSON.stringify(comparison)).toBe(false);
}

/** Whose workspace, identifiers and entries a request names; those of the caller where it does not say. */
interface Named {
  place?: Party;
  ids?: Party;
  entriesOf?: Party;
  headers?: Record<string, string>;
}

/** Sends the example of an operation. @returns all of the answer that does not differ from request to request */
async function ask(
  service: TestService,
  token: string,
  operationId: OperationId,
  { place = CALLER, ids = CALLER, entriesOf = CALLER, headers = {} }: Named,
): Promise<object> {
  const { method, path } = OPERATIONS.get(operationId) as Operation;
  const examples = EXAMPLE_PATHS.get(operationId) ?? {};
  const values: Record<string, string> = {
    tenant_id: place.tenantId,
    workspace_id: place.workspaceId,
    client_id: 'console',
    namespace: 'ns',
    key: `entry-of-${entriesOf.userId}`,
  };
  const [body] = EXAMPLE_BODIES.get(operationId) ?? [];
  const response = await service.send(
    path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `${examples[name]}${ids.suffix}`),
    {
      token,
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  const kept = [...response.headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name));
  return { status: response.status, headers: kept, body: await response.text() };
}
