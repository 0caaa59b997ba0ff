/**
 * `npm run bench`: measures how soon the pages of this site and those of other renderers of the same contract are usable, on
 * a slow device (a fourth of the speed of this machine's processor) with a slow network (1.6 Mbit/s, 150 ms), and prints a
 * table. npm downloads the renderers that are not of this repository.
 *
 * - LCP: the largest contentful paint. CLS: the sum of the layout shifts. Both as the browser reports them.
 * - TBT: what tasks of the main thread take beyond 50 ms each, in total.
 * - Settled: the end of the last task, transfer or layout shift before two seconds without any.
 *
 * Other load on the machine lengthens everything but CLS; compare the rows of one run. Pages are opened in turns, so that such
 * load meets all alike; each value is the median of the turns. Files are compressed with brotli.
 */
import { launchBrowser } from '@aispm/testing/browser';
import { listContractOperations, readContract } from '../build/contract.ts';
import { operationAnchor } from '../build/reference-anchors.ts';
import { type Measurement, measurePage } from './measure.ts';
import { createPeers } from './peers.ts';
import { serveCompressed } from './serve-compressed.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

const last = listContractOperations(readContract()).at(-1);
if (!last) throw new Error('The contract has no operation.');
const peers = createPeers(last);
const pages = [
  { name: 'Guide', path: '/guides/paging.html' },
  { name: 'Operation', path: `/reference/${last.operationId}.html` },
  { name: 'Complete reference', path: '/reference.html' },
  { name: 'Complete reference, link to an operation', path: `/reference.html#${operationAnchor(last)}` },
  ...peers.pages,
];
const site = await serveCompressed(peers.files);
const browser = await launchBrowser();
try {
  const results = new Map<string, Measurement[]>(pages.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path } of pages) results.get(name)?.push(await measurePage(browser, site.url + path));
  }
  process.stdout.write('| Page | KB | LCP, s | CLS | TBT, s | Settled, s |\n|---|---|---|---|---|---|\n');
  for (const [name, all] of results) {
    const median = (key: keyof Measurement) =>
      all.map((values) => values[key]).toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
    const seconds = (key: keyof Measurement) => (median(key) / 1000).toFixed(1);
    // A page that moves before its first paint, or paints nothing within its components, reports no such paint.
    const paint = median('lcp') === 0 ? '–' : seconds('lcp');
    process.stdout.write(
      `| ${name} | ${Math.round(median('bytes') / 1024)} | ${paint} | ${median('cls').toFixed(2)} | ${seconds('tbt')} | ${seconds('settled')} |\n`,
    );
  }
  for (const missing of peers.missing) process.stdout.write(`Not measured: ${missing}\n`);
} finally {
  await browser.close();
  await site.close();
  peers.remove();
}
