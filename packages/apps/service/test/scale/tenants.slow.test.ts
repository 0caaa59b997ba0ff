/**
 * A small tenant next to 49 others of unequal size reads about as much as in its own database: all operations that read, and scans, also
 * those of a tenant that has grown since the tables were analyzed.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { listGrowingTables } from '../../src/domains/scans/growing-tables.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { analyzeUnknownRows } from '../../src/platform/database/statistics.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { createLargeDocument } from '../histories/large-document.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { countPages, Meter, type Pages, toLimit } from './pages.ts';
import { listReads } from './reads.ts';
import { type CopiesTenant, fillCopies, listOtherTenants, SMALL_TENANT } from './sample-copies.ts';

const AT = '2026-11-26T00:00:00Z';
/** Agents of the scanned documents. */
const SIZES = [3, 40];
const SCANS = SIZES.flatMap((agents) => ['first', 'unchanged'].map((kind) => `${kind} scan of ${agents} agents`));
/** Added to the names of scans of a tenant that has grown since the tables were analyzed. */
const GROWN = ', after it has grown';

/** What is read, by operation and by scan. */
type Readings = Map<string, Pages | undefined>;

/** Copies of the sample data that the tenant has. */
const COPIES = 10;
const OTHERS = listOtherTenants(49, 60);

describe('a small tenant in a database with 49 others', () => {
  let alone: Readings;
  let beside: Readings;
  beforeAll(async () => {
    alone = await readAll([]);
    beside = await readAll(OTHERS);
  });

  it.each(listReads())('reads about as much as alone by $operationId', ({ operationId }) => {
    compare(operationId);
  });

  it.each(SCANS)('reads about as much as alone for the %s, even after it has grown', (name) => {
    expect(alone.get(name)).toBeDefined();
    compare(name);
    compare(name, `${name}${GROWN}`);
  });

  it('is tested with most operations that read', () => {
    expect([...alone.values()].filter((pages) => pages !== undefined).length).toBeGreaterThan(45);
  });

  function compare(name: string, nameBeside = name): void {
    const [expected, read] = [alone.get(name), beside.get(nameBeside)];
    expect(read === undefined).toBe(expected === undefined);
    if (expected && read) expect(read.pages).toBeLessThanOrEqual(toLimit(expected));
  }
});

async function readAll(others: readonly CopiesTenant[]): Promise<Readings> {
  const url = await freshPostgresUrl();
  const database = openDatabase(testPostgres(url));
  const readings: Readings = new Map();
  await fillCopies(database, COPIES, others);
  await scanAll(database, GROWN, readings);
  await database.system((_, connection) => connection.execute('VACUUM ANALYZE'));
  const meter = await Meter.start(url);
  for (const { operationId, path } of listReads()) readings.set(operationId, await meter.count(SMALL_TENANT, path));
  await meter.close();
  await scanAll(database, '', readings);
  await database.close();
  return readings;
}

async function scanAll(database: Database, state: string, readings: Readings): Promise<void> {
  const workspace = new ScannedWorkspace(database, SMALL_TENANT);
  // Otherwise the first scan would; that it does is shown by plans.db.test.ts.
  await analyzeUnknownRows(database, workspace.scope, listGrowingTables(workspace.scope));
  for (const agents of SIZES) {
    const document = createLargeDocument(`${agents}${state}`, agents);
    for (const kind of ['first', 'unchanged']) {
      const pages = await countPages(database, () => workspace.scan(document, AT));
      readings.set(`${kind} scan of ${agents} agents${state}`, pages);
    }
  }
}
