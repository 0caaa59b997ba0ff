/**
 * SQL and other hostile text at every location where the contract accepts text.
 *
 * @module-tag long
 */
import { currentTier } from '@aispm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { OPERATIONS } from '../../src/platform/contract/contract.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { createRandom } from '../isolation/random.ts';
import { getJson, startService, type TestService } from '../service.ts';
import { findPathValues, TEXTS, type TextRequest, textRequests } from './texts.ts';

const PARALLEL = 16;
/** Share of the texts that each location gets. The embedded database differs only in how statements reach it, and has one connection. */
const TEXT_SHARES: Record<DatabaseKind, number> = {
  embedded: 1 / 3,
  postgres: currentTier() === 'test:nightly' ? 1 : 1 / 6,
};
const WORKSPACE = { tenant_id: SAMPLE_WORKSPACE.tenantId, workspace_id: SAMPLE_WORKSPACE.workspaceId };
const CREATED = 201;
/** Words of errors of the database. */
const DATABASE_WORDS =
  /syntax error|relation "|column "|invalid input syntax|invalid byte sequence|SQLSTATE|violates|duplicate key|constraint|unterminated|unsupported Unicode|out of range for type|operator does not exist|permission denied|contains a value that is out of range/i;

describeOnDatabases('hostile text at every location', (kind) => {
  let service: TestService;
  let token: string;
  let createdKeys = 0;
  let before: { name: string; rows: number }[];
  const requests = new Map<string, TextRequest[]>();

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
    before = await countRows();
    // All of them before the first is sent, since later ones may no longer find the records.
    const random = createRandom('texts');
    for (const [id, operation] of OPERATIONS) {
      const all = [...textRequests(operation, await findPathValues(operation, WORKSPACE, readFirst))];
      requests.set(
        id,
        all.filter(() => random.chance(TEXT_SHARES[kind])),
      );
    }
  });
  afterAll(() => service?.close());

  async function readFirst(path: string): Promise<Record<string, unknown> | undefined> {
    const { body } = await getJson(service, path, token);
    return body.items?.[0];
  }

  /** Counts the rows of API keys, and of tables that no operation writes to. */
  const countRows = () =>
    service.database.system(async (_, connection) =>
      connection.execute(
        ['api_keys', 'api_key_grants', 'workspaces', 'migrations', 'secrets']
          .map((table) => `SELECT '${table}' AS name, count(*)::int AS rows FROM ${table}`)
          .join(' UNION ALL '),
      ),
    ) as Promise<{ name: string; rows: number }[]>;

  async function findProblem({ name, method, path, headers, body }: TextRequest): Promise<string | undefined> {
    const response = await service.send(path, {
      method,
      token,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (response.status === CREATED && path === '/api-keys') createdKeys += 1;
    if (response.status >= 500 && response.status !== 501) return `${name}: ${response.status} ${text}`;
    if (response.status < 400) return undefined;
    const { code, message } = JSON.parse(text);
    if (code !== response.status || typeof message !== 'string') return `${name}: ${text}`;
    // Messages may repeat the sent text.
    const withoutTexts = TEXTS.reduce((rest, sent) => rest.replaceAll(sent, ''), message);
    return DATABASE_WORDS.test(withoutTexts) ? `${name}: ${message}` : undefined;
  }

  // One test for each operation: on the embedded database of a busy machine, all of them take minutes.
  it.for([...OPERATIONS.keys()])('causes neither 5xx nor database errors in %s', async (id) => {
    const next = (requests.get(id) ?? []).values();
    const problems: string[] = [];
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (const request of next) {
          const problem = await findProblem(request);
          if (problem !== undefined) problems.push(problem);
        }
      }),
    );
    expect(problems.slice(0, 20)).toEqual([]);
  });

  it('causes no write to other tables', async () => {
    expect([...requests.values()].flat().length).toBeGreaterThan(1_000);
    expect(await countRows()).toEqual(
      before.map(({ name, rows }) => ({ name, rows: name.startsWith('api_key') ? rows + createdKeys : rows })),
    );
  });
});
