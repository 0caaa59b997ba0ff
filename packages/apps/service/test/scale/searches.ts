/** Searches read about as many pages of a long workspace as of a short one, whatever the text is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { Meter } from './pages.ts';
import { fillTenants, type Tenant } from './tenants.ts';

/** Many different letters: each is in most names, but hardly all of them. */
const LETTERS = Array.from({ length: 120 }, (_, index) => String.fromCharCode(0x61 + (index % 26))).join(' ');

/** Texts that few, many or no objects have, and whether there are results. */
const TEXTS: readonly [text: string, isFound: boolean][] = [
  ['needle', true],
  ['needle 1', true],
  ['a needle eed', true],
  ['common', true],
  ['commo', true],
  ['ommon', true],
  ['COMMON common com', true],
  ['c', true],
  ['common a b c 1 2 3', true],
  ['common needle', false],
  ['nobody', false],
  ['onommoc', false],
  ['%', false],
  ['_', false],
  ['\\', false],
  ['"', false],
  ['tool2', true],
  ['ommonneedle', false],
  [LETTERS, false],
];

/** Up to 1,000 objects by their identifiers, and what finds them. */
const MAX_PAGES = 4_500;

/** 20,000 objects in order. */
const MAX_PAGES_IN_ORDER = 45_000;

/** Searches in the second workspace, which is the long one. */
export function describeSearches(tenants: readonly [Tenant, Tenant, ...Tenant[]]): void {
  let meter: Meter;
  beforeAll(async () => {
    const url = await freshPostgresUrl();
    const database = openDatabase(testPostgres(url, 1));
    await fillTenants(database, tenants);
    await database.close();
    meter = await Meter.start(url);
  });
  afterAll(() => meter?.close());

  it.each(TEXTS)('a search for %j reads a limited number of pages', async (text, isFound) => {
    const path = `search-results/{workspace}?query=${encodeURIComponent(text)}`;
    for (const { tenantId } of tenants.slice(0, 2)) {
      const { body, pages, plans } = await meter.read(tenantId, path);
      expect(pages, plans).toBeLessThanOrEqual(text === LETTERS ? MAX_PAGES_IN_ORDER : MAX_PAGES);
      expect(body.items.length > 0).toBe(isFound);
    }
  });
}
