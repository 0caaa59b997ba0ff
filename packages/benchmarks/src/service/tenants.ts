/** Compares what the requests of a small tenant cost in a separate database and in one with 49 other tenants: in pages, and in time. */
import { migrateDatabase } from '../../../apps/service/src/composition/database.ts';
import { type Database, openDatabase } from '../../../apps/service/src/platform/database/database.ts';
import { postgres } from '../../../apps/service/src/platform/database/drivers/postgres.ts';
import { countPages, Meter, type Pages, toLimit } from '../../../apps/service/test/scale/pages.ts';
import { type CopiesTenant, fillCopies, listOtherTenants } from '../../../apps/service/test/scale/sample-copies.ts';
import type { Variant } from '../report/result.ts';
import { median } from '../shared/median.ts';
import type { BenchmarkServer } from './postgres.ts';

/** The tenants next to the small one: the largest has 20 times its data, the second one half of that, and so on. */
export const OTHERS = listOtherTenants(49, 200);
/** The size of the small tenant. */
export const SIZE = 10;
/** Maximum ratio of the time with others to the time alone. */
const MAX_RATIO = 1.3;
/** A table, with missed limits. */
export interface Comparison extends Variant {
  missed: string[];
}

/** The cost of a request or a scan. */
export interface Cost extends Pages {
  ms: number;
}

/** What something costs alone and with others, each time. */
export type Costs = [alone: Cost[], beside: Cost[]];

/** Creates a database with only the small tenant, and one with all tenants. @returns their URLs */
export async function createSides(
  server: BenchmarkServer,
  name: string,
  fill: (database: Database, others: readonly CopiesTenant[]) => Promise<void>,
): Promise<string[]> {
  const urls: string[] = [];
  for (const others of [[], OTHERS]) {
    const url = await server.createDatabase(`${name}_beside_${others.length}`);
    const database = openSide(url);
    await migrateDatabase(database);
    await fill(database, others);
    await database.close();
    urls.push(url);
  }
  return urls;
}

/** Fills a database with copies, which the planner knows. */
export async function fillAnalyzedCopies(database: Database, others: readonly CopiesTenant[]): Promise<void> {
  await fillCopies(database, SIZE, others);
  await database.system((_, connection) => connection.execute('VACUUM ANALYZE'));
}

/** Opens a database with one connection, which is what {@link countPages} needs. */
export function openSide(url: string): Database {
  return openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 0 }));
}

/**
 * Compares requests of a tenant in both databases.
 *
 * @param paths by name, for a {@link Meter}; failed requests are omitted
 * @param rounds number of times that each request is sent
 */
export async function compareRequests(
  urls: readonly string[],
  tenantId: string,
  paths: ReadonlyMap<string, string>,
  rounds: number,
): Promise<Map<string, Costs>> {
  const compared = new Map<string, Costs>();
  const meters = await Promise.all(urls.map(Meter.start));
  const pages = new Map<string, Pages[]>();
  for (const [name, path] of paths) {
    const found = await Promise.all(meters.map((meter) => meter.count(tenantId, path)));
    if (found.every((one) => one !== undefined)) pages.set(name, found);
  }
  // In rotation, so that other load on the machine affects both databases.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, sides] of pages) {
      const costs = compared.get(name) ?? [[], []];
      compared.set(name, costs);
      for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const ms = await time(() => (meters[side] as Meter).send(tenantId, paths.get(name) as string));
        costs[side]?.push({ ...(sides[side] as Pages), ms });
      }
    }
  }
  for (const meter of meters) await meter.close();
  return compared;
}

/** Measures something once. */
export async function measureOnce(database: Database, run: () => Promise<unknown>): Promise<Cost> {
  let ms = Number.NaN;
  const pages = await countPages(database, async () => {
    ms = await time(run);
  });
  return { ...pages, ms };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Returns the table of a comparison. @param subject the name of the first column */
export function describeTenants(subject: string, population: string, compared: ReadonlyMap<string, Costs>): Comparison {
  const missed: string[] = [];
  const rows = [...compared].map(([name, costs]) => {
    const [alone, beside] = costs.map(summarize) as [Cost, Cost];
    if (beside.pages > toLimit(alone)) missed.push(`${name} reads ${count(beside.pages)} pages with other tenants.`);
    if (beside.ms > MAX_RATIO * alone.ms) missed.push(`${name} takes ${beside.ms.toFixed(2)} ms with other tenants.`);
    return [
      name,
      ...[count(alone.pages), count(beside.pages), divide(beside.pages, alone.pages)],
      ...[alone.ms.toFixed(2), beside.ms.toFixed(2), divide(beside.ms, alone.ms)],
    ];
  });
  return {
    description: `${population} Pages are accesses to pages of tables and indexes, which don't depend on the machine. Times are minimums,
which hardly depend on its other load. The limits are ${MAX_RATIO} times the time; and ${MAX_RATIO} times the pages, plus 64, plus one for each descent
of an index, because shared indexes have more levels.`,
    table: { columns: [subject, 'Pages alone', 'With others', 'Ratio', 'ms alone', 'With others', 'Ratio'], rows },
    missed,
  };
}

/** Returns medians of the read pages, and the shortest time, because other load on the machine only increases times. */
function summarize(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost) => costs.map((cost) => cost[key]);
  return { pages: median(of('pages')), descents: median(of('descents')), ms: Math.min(...of('ms')) };
}

/** Some requests don't read data of a workspace. */
function divide(beside: number, alone: number): string {
  return alone === 0 ? '' : (beside / alone).toFixed(2);
}

function count(pages: number): string {
  return pages.toLocaleString('en');
}

/** Describes the content of the databases of {@link createSides}. */
export const POPULATION = `A tenant with ${SIZE} copies of the sample data, alone and with ${OTHERS.length} others that have up to ${OTHERS[0]?.copies}: the second largest has
half as many as the largest, the third largest a third.`;
