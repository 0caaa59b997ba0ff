/**
 * Records of others and records that don't exist can't be distinguished: neither by the response nor, at night, by its duration.
 *
 * @module-tag long
 */
import { currentTier } from '@aispm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlers } from '../../src/composition/handlers.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import { compareTimes, isDistinguishable } from './compare-times.ts';
import { PRINCIPALS, type Principal, seedPrincipal } from './principals.ts';
import { createRandom } from './random.ts';

/** A measurement takes hundreds of requests, and finds nothing where responses differ already. */
const MEASURES = currentTier() === 'test:nightly';
/** Number of measured pairs. */
const PAIRS: Record<DatabaseKind, number> = { postgres: 400, embedded: 120 };

const CALLER = PRINCIPALS[0] as Principal;
const OWNER = PRINCIPALS.at(-1) as Principal;
/** Identifiers of the same length as those of the owner, which no one has. */
const NOBODY = {
  ...OWNER,
  tenantId: 'tenant-never',
  workspaceId: 'space-never',
  userId: 'user-never',
  suffix: '-never',
};

/** Operations that read, change and delete records of a workspace and of a user. */
const TARGETS: readonly OperationId[] = [
  'getAgent',
  'getIssue',
  'updateIssue',
  'getFineGrainedIssue',
  'updateFineGrainedIssue',
  'getRule',
  'updateRule',
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

/** Operations with a workspace in the path, which is that of another. */
const WORKSPACE_TARGETS: readonly OperationId[] = [
  'getAgent',
  'updateIssue',
  'deleteAgentEvaluation',
  'createAgentEvaluation',
];

describeOnDatabases('a user of another workspace', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    for (const principal of [CALLER, OWNER]) await seedPrincipal(service.database, principal);
    token = await service.key([CALLER], CALLER.userId);
    await sendExample(service, await service.key([OWNER], OWNER.userId), 'putClientStorageEntry', { entriesOf: OWNER });
  });
  afterAll(() => service.close());

  it.each(TARGETS)('gets the same response to %s for a foreign record as for one that does not exist', async (id) => {
    const headers = id === 'putClientStorageEntry' ? { 'if-match': '*' } : {};
    const of = (owner: Principal) => sendExample(service, token, id, { ids: owner, entriesOf: owner, headers });
    await expectAlike(
      () => of(OWNER),
      () => of(NOBODY),
      headers['if-match'] ? 412 : 404,
      kind,
    );
  });

  it.each(WORKSPACE_TARGETS)(
    'gets the same response to %s for a foreign workspace as for one that does not exist',
    async (id) => {
      const at = (owner: Principal) => sendExample(service, token, id, { workspace: owner, ids: OWNER });
      await expectAlike(
        () => at(OWNER),
        () => at(NOBODY),
        403,
        kind,
      );
    },
  );
});

it.runIf(MEASURES)('the comparison of times detects a service that takes longer for existing records', async () => {
  const leaky: TestService = await startService(
    'postgres',
    {},
    {
      async getView(request) {
        const findAnywhere = () =>
          leaky.database.system((db) =>
            db.selectFrom('views').select('id').where('id', '=', request.path.id).executeTakeFirst(),
          );
        // Takes a multiple of the time, however long that is on this machine.
        if (await findAnywhere()) for (let count = 0; count < 10; count += 1) await findAnywhere();
        return handlers.getView(request);
      },
    },
  );
  for (const principal of [CALLER, OWNER]) await seedPrincipal(leaky.database, principal);
  const token = await leaky.key([CALLER], CALLER.userId);
  const of = (owner: Principal) => sendExample(leaky, token, 'getView', { ids: owner });
  const comparison = await compareTimes(
    () => of(NOBODY),
    () => of(OWNER),
    100,
    createRandom('leaky'),
  );
  await leaky.close();
  expect(isDistinguishable(comparison), JSON.stringify(comparison)).toBe(true);
});

async function expectAlike(
  foreign: () => Promise<object>,
  unknown: () => Promise<object>,
  status: number,
  kind: DatabaseKind,
): Promise<void> {
  expect(await foreign()).toEqual(await unknown());
  expect(await unknown()).toMatchObject({ status });
  if (!MEASURES) return;
  const comparison = await compareTimes(unknown, foreign, PAIRS[kind], createRandom(`strangers ${kind}`));
  expect(isDistinguishable(comparison), JSON.stringify(comparison)).toBe(false);
}

/** The owners of the workspace, identifiers and entries that a request names; default: the caller. */
interface Named {
  workspace?: Principal;
  ids?: Principal;
  entriesOf?: Principal;
  headers?: Record<string, string>;
}

/** Sends the example of an operation. @returns the parts of the response that don't differ from request to request */
async function sendExample(
  service: TestService,
  token: string,
  operationId: OperationId,
  { workspace = CALLER, ids = CALLER, entriesOf = CALLER, headers = {} }: Named,
): Promise<object> {
  const { method, path } = OPERATIONS.get(operationId) as Operation;
  const examples = EXAMPLE_PATHS.get(operationId) ?? {};
  const values: Record<string, string> = {
    tenant_id: workspace.tenantId,
    workspace_id: workspace.workspaceId,
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
