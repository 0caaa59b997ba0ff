/** Checks of time windows and of sizes. */
import { type Endpoint, type Json, listOf, type Schema } from '../endpoint.js';
import type { Suite } from '../suite.js';

const DAY = 86_400_000;

/** Asks for windows that end before they start, and for one that no limit can allow. */
export async function windows(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'windows');
    const { sets } = await suite.pathSets(endpoint);
    const ask = (start: number, end: number, note: string) => {
      const query = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
      const request = suite.request(endpoint, sets[0] as Json, { query });
      return suite.send(cell, endpoint, request, { statuses: [400], note });
    };
    const now = Date.now();
    await ask(now, now - DAY, 'a window that ends before it starts');
    const isBounded = endpoint.parameters.some(({ name, required }) => name === 'start_time' && required);
    if (isBounded) await ask(now - 10_000 * DAY, now, 'a window of 10000 days');
  });
}

/** Sends bodies that are larger than the contract allows. */
export async function limits(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  const largest = Math.max(...suite.endpoints.flatMap(sizesOf));
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'limits');
    if (!suite.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await suite.pathSets(endpoint);
    if (reason) return cell.skip(reason.kind, reason.text);
    // White space makes a body large without making it wrong.
    const text = JSON.stringify(endpoint.body?.examples[0]).padEnd(largest + 1);
    const request = suite.request(endpoint, sets[0] as Json, { text });
    await suite.send(cell, endpoint, request, { statuses: [413], isInvalid: true, note: `${text.length} bytes` });
    const most = storedSize(suite, endpoint);
    if (most === undefined) return;
    const body = { value: { text: 'x'.repeat(most) } };
    await suite.send(cell, endpoint, suite.request(endpoint, sets[0] as Json, { body }), {
      statuses: [413],
      note: `a value of more than ${most} bytes`,
    });
  });
}

/** The sizes that the contract names where it says what is too large, in bytes; no schema has them. */
function sizesOf({ operation }: Endpoint): number[] {
  const { description = '' } = operation.responses.find(({ code }) => code === '413') ?? {};
  return [...description.matchAll(/(\d+) (KiB|MiB)/g)].map(
    ([, size, unit]) => Number(size) * (unit === 'KiB' ? 1024 : 1024 ** 2),
  );
}

/** The most bytes that an entry can have, by the list of the entries; undefined for what is no entry. */
function storedSize(suite: Suite, { path }: Endpoint): number | undefined {
  const parent = suite.at('GET', path.slice(0, path.lastIndexOf('/')));
  const row: Schema | undefined = parent && listOf(parent)?.row;
  return row?.properties?.size_bytes?.maximum;
}
