/** Filters that leave few records read about as many pages of a long list as of a short one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { patientPostgres } from '../databases/patient-postgres.ts';
import { LONG_LISTS, listFilters } from './filters.ts';
import { Meter } from './pages.ts';
import { fillTenants, type Tenant } from './tenants.ts';

const tenant = (tenantId: string, count: number, common = 'common'): Tenant => ({
  tenantId,
  objects: count,
  occurrences: count,
  interactions: count,
  common,
});

const cases = LONG_LISTS.flatMap(listFilters);

async function startMeter(tenants: readonly Tenant[]): Promise<Meter> {
  const url = await freshPostgresUrl();
  const database = openDatabase(patientPostgres(url, 1));
  await fillTenants(database, tenants);
  await database.close();
  return Meter.start(url);
}

/** What is rare in the measured workspaces is everywhere in those of others. */
const others = (count: number) => Array.from({ length: 4 }, (_, index) => tenant(`other${index}`, count, 'needle'));

describe('a filter that leaves few records', () => {
  let meter: Meter;
  beforeAll(async () => {
    meter = await startMeter([tenant('short', 1_000), tenant('long', 10_000), ...others(1_500)]);
  });
  afterAll(() => meter?.close());

  it.each(cases)('$operation with $filter=$value reads few pages of a long list', async ({ path, value }) => {
    const [short, long] = [await meter.read('short', path), await meter.read('long', path)];
    expect(long.pages, long.plans).toBeLessThanOrEqual(5 * short.pages);
    if (value === 'nobody') expect(long.body.items).toEqual([]);
  });
});
