/** Measures the client beside its peers and prints one table. Run with `npm run bench:client`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getOne } from './calls.ts';
import { instantiationsOf } from './instantiations.ts';
import { bare, generate, ours, type Peer, peers, versionOf } from './peers.ts';
import { needed } from './program.ts';
import { sizeOf } from './size.ts';
import { overheads } from './speed.ts';

const root = join(import.meta.dirname, 'generated');
const notes: string[] = [];

/** A figure, or a dash and a note that says why there is none. */
async function figure(peer: Peer, what: string, measure: () => Promise<number>): Promise<string> {
  try {
    return (await measure()).toLocaleString('en');
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    notes.push(`${peer.name}, ${what}: ${line.replaceAll(`${root}/`, '')}`);
    return '-';
  }
}

rmSync(root, { recursive: true, force: true });
mkdirSync(root, { recursive: true });
const clients = [ours, ...peers];
const incomplete = new Set<Peer>();
for (const peer of clients) {
  process.stderr.write(`generating ${peer.name}\n`);
  const problem = await generate(peer, root);
  if (problem) {
    incomplete.add(peer);
    notes.push(`${peer.name}, generating: ${problem}; measured as far as it came`);
  }
}

process.stderr.write('timing\n');
const speeds = await overheads(clients, root);

const rows: Record<string, string>[] = [];
for (const peer of [bare, ...clients]) {
  process.stderr.write(`measuring ${peer.name}\n`);
  const speed = speeds.get(peer) ?? [];
  if (typeof speed === 'string') notes.push(`${peer.name}, calls: ${speed}`);
  const [one, list, post] = typeof speed === 'string' ? [] : speed.map((ratio) => ratio.toFixed(2));
  rows.push({
    client: `${peer.name} ${versionOf(peer)}`.trim(),
    'one call, B': await figure(peer, 'one call', () => sizeOf(needed(peer, [getOne]), root)),
    'whole, B':
      peer === bare ? '' : await figure(peer, 'whole client', () => sizeOf(`export * from '${peer.module}';`, root)),
    'GET one': one ?? '-',
    'list of 20': list ?? '-',
    POST: post ?? '-',
    instantiations:
      peer === bare
        ? ''
        : incomplete.has(peer)
          ? '-'
          : await figure(peer, '20 calls', () => instantiationsOf(peer, root)),
  });
}

const columns = Object.keys(rows[0] ?? {});
const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column]?.length ?? 0)));
const print = (cells: string[]): void => {
  console.log(
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  '),
  );
};
console.log(
  `Node.js ${process.versions.node}. Sizes: minified and gzip -9. Times: ratio to bare fetch, fetch stubbed.`,
);
console.log('Instantiations: tsc 5.9 on a program with 20 calls, against declarations.\n');
print(columns);
for (const row of rows) print(columns.map((column) => row[column] ?? ''));
if (notes.length > 0) console.log(`\nWhat did not work:\n${notes.map((note) => `- ${note}`).join('\n')}`);
