/** Measures how fast the pages of this site and of other renderers of the same contract become usable. */
import { launchBrowser } from '@aispm/testing/browser';
import { listContractOperations, readContract } from '../../../apps/docs/build/contract.ts';
import { operationAnchor } from '../../../apps/docs/build/reference-anchors.ts';
import type { Result } from '../report/result.ts';
import { type Measurement, measurePage } from './measure.ts';
import { createPeers } from './peers.ts';
import { serveCompressed } from './serve-compressed.ts';

/** Opens each page once. */
export async function measure(): Promise<Result> {
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
  const rows: string[][] = [];
  try {
    for (const { name, path } of pages) {
      process.stderr.write(`${name}\n`);
      rows.push(toRow(name, await measurePage(browser, site.url + path)));
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return {
    description: `One visit each, with the processor slowed down to a fourth, a network with 1.6 Mbit/s and a latency of 150 ms, an empty cache, and
files compressed with Brotli. LCP is the largest contentful paint, CLS the cumulative layout shift, and TBT the total blocking time: what tasks of
the main thread take beyond 50 ms each. A page has settled when no task, transfer or layout shift follows for two seconds.`,
    table: {
      columns: ['Page', 'KB', 'LCP, s', 'CLS', 'TBT, s', 'Settled, s'],
      rows,
    },
    notes: peers.missing.map((missing) => `Not measured: ${missing}`),
    missed: [],
  };
}

function toRow(name: string, { bytes, lcp, cls, tbt, settled }: Measurement): string[] {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  // A page that shifts before its first paint, or paints nothing within its components, doesn't report this paint.
  const paint = lcp === 0 ? '–' : seconds(lcp);
  return [name, String(Math.round(bytes / 1024)), paint, cls.toFixed(2), seconds(tbt), seconds(settled)];
}
