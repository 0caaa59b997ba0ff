/** Compares the client with its peers and prints a table. Run it with `npm run bench:client`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS_FOLDER } from '@aispm/testing';
import { getOne } from './measured-calls.ts';
import { generate, ownClient, type Peer, packageVersion, peers, plainFetch } from './peers.ts';
import { exportModule } from './programs.ts';
import { programSize } from './size.ts';
import { describeOverheads, overheads } from './speed.ts';
import { countInstantiations } from './type-instantiations.ts';

// Generated clients resolve the packages of the tools and of this repository from here.
const root = join(TOOLS_FOLDER, 'generated');
const notes: string[] = [];

/** Returns a measurement for the table; a dash, and a note with the reason, when it fails. */
async function measureOrNote(peer: Peer, subject: string, measure: () => Promise<number>): Promise<string> {
  try {
    return (await measure()).toLocaleString('en');
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    notes.push(`${peer.name}, ${subject}: ${line.replaceAll(`${root}/`, '')}`);
    return '-';
  }
}

rmSync(root, { recursive: true, force: true });
mkdirSync(root, { recursive: true });
const clients = [ownClient, ...peers];
const incomplete = new Set<Peer>();
for (const peer of clients) {
  process.stderr.write(`generating ${peer.name}\n`);
  const error = await generate(peer, root);
  if (error) {
    incomplete.add(peer);
    notes.push(`${peer.name}, generation: ${error}; the measurements are of the generated part`);
  }
}

process.stderr.write('timing\n');
const speeds = await overheads(clients, root);

const rows: Record<string, string>[] = [];
for (const peer of [plainFetch, ...clients]) {
  process.stderr.write(`measuring ${peer.name}\n`);
  const speed = speeds.get(peer) ?? [];
  if (typeof speed === 'string') notes.push(`${peer.name}, calls: ${speed}`);
  const [one, list, post] = typeof speed === 'string' ? [] : speed.map((ratio) => ratio.toFixed(3));
  rows.push({
    client: `${peer.name} ${packageVersion(peer)}`.trim(),
    'one call, B': await measureOrNote(peer, 'one call', () => programSize(exportModule(peer, [getOne]), root)),
    'entire client, B':
      peer === plainFetch
        ? ''
        : await measureOrNote(peer, 'entire client', () => programSize(`export * from '${peer.module}';`, root)),
    'GET one': one ?? '-',
    'list of 20': list ?? '-',
    POST: post ?? '-',
    instantiations:
      peer === plainFetch
        ? ''
        : incomplete.has(peer)
          ? '-'
          : await measureOrNote(peer, '20 calls', () => countInstantiations(peer, root)),
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
  `Node.js ${process.versions.node}. Sizes: minified and gzip -9. Times: ratio to plain fetch, with a stubbed fetch.`,
);
console.log('Instantiations: tsc 5.9, a program with 20 calls and the declarations of the client.\n');
print(columns);
for (const row of rows) print(columns.map((column) => row[column] ?? ''));
console.log(`\n${describeOverheads(speeds)}`);
if (notes.length > 0) console.log(`\nFailures:\n${notes.map((note) => `- ${note}`).join('\n')}`);
