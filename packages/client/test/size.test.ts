import * as client from '@aispm/client';
import { bundle, programSize } from '@aispm/testing/bundle';
import { describe, expect, it } from 'vitest';

const operations = Object.entries(client).flatMap(([name, value]) => ('metadata' in value ? [name] : []));
/** Everything else, and a call of each kind, so that a program with these contains all of the hand-written code. */
const core = [
  ...Object.keys(client).filter((name) => !operations.includes(name)),
  ...['getRule', 'listRules', 'createView', 'downloadViewExport'],
];

/** Returns a program that exports these names of the client. */
function exportOf(names: readonly string[]): string {
  return `export { ${names.join(', ')} } from '@aispm/client';`;
}

describe('the size (minified, gzip)', () => {
  it('of one call with retries, timeouts and typed errors is up to 2250 bytes', async () => {
    expect(await programSize(exportOf(['createClient', 'getRule']), import.meta.dirname)).toBeLessThanOrEqual(2250);
  });

  it('of one call with query parameters is up to 2450 bytes', async () => {
    expect(await programSize(exportOf(['createClient', 'listRules']), import.meta.dirname)).toBeLessThanOrEqual(2450);
  });

  it('of the entire client is up to 8192 bytes with 81 operations, and 30 more for each further one', async () => {
    const size = await programSize(`export * from '@aispm/client';`, import.meta.dirname);
    expect(size).toBeLessThanOrEqual(8192 + 30 * (operations.length - 81));
  });

  it('of a further operation is 30 bytes, on average', async () => {
    const coreProgram = await bundle(exportOf(core), import.meta.dirname);
    const others = operations.length - [...coreProgram.matchAll(/\bid:"/g)].length;
    const added =
      (await programSize(exportOf([...new Set([...core, ...operations])]), import.meta.dirname)) -
      (await programSize(exportOf(core), import.meta.dirname));
    expect(added / others).toBeGreaterThan(29);
    expect(added / others).toBeLessThan(31);
  });
});
