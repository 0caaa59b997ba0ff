/** Filters that leave few records read about as many pages of a long list as of a short one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { LONG_LISTS, listFilters } from './filters.ts';
import { Meter } from './pages.ts';
import { fillTenants, type Tenant } from './tenants.ts';

export const tenant = (tenantId: string, count: number, common = 'common'): Tenant => ({
  tenantId,
  objects: count,
  occurrences: count,
  interactions: count,
  common,
});

const cases = LONG_LISTS.flatMap(listFilters);

async function startMeter(tenants: readonly Tenant[]): Promise<Meter> {
  const url = await freshPostgresUrl();
  const database = openDatabase(testPostgres(url, 1));
  await fillTenants(database, tenants);
  await database.close();
  return Meter.start(url);
}

/** What is rare in the measured workspaces is everywhere in those of others. */
export const others = (count: number) =>
  Array.from({ length: 4 }, (_, index) => tenant(`other${index}`, count, 'needle'));

/** Compares a long workspace with one of 1,000 records of each kind. */
export function describeFilters(tenants: readonly Tenant[], report?: string): void {
  const measured: string[] = [];
  let meter: Meter;
  beforeAll(async () => {
    meter = await startMeter([tenant('short', 1_000), ...tenants]);
  });
  afterAll(async () => {
    await meter?.close();
    if (!report) return;
    mkdirSync(join(report, '..'), { recursive: true });
    writeFileSync(report, ['| Filter | 1,000 | All | Ratio |', '|---|---|---|---|', ...measured, ''].join('\n'));
  });

  it.each(cases)(
    '$operation with $filter=$value reads few pages of a long list',
    async ({ operation, filter, path, value }) => {
      const [short, long] = [await meter.read('short', path), await meter.read('long', path)];
      measured.push(
        `| \`${operation}\` \`${filter}=${value}\` | ${short.pages} | ${long.pages} | ${(long.pages / short.pages).toFixed(1)} |`,
      );
      expect(long.pages, long.plans).toBeLessThanOrEqual(5 * short.pages);
      if (value === 'nobody') expect(long.body.items).toEqual([]);
    },
  );
}
