/** Compares the client with its peers. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS_FOLDER } from '@aispm/testing';
import { programSize } from '@aispm/testing/bundle';
import type { Headline, Result } from '../report/result.ts';
import { getOne } from './measured-calls.ts';
import { generate, ownClient, type Peer, packageVersion, peers, plainFetch } from './peers.ts';
import { exportModule } from './programs.ts';
import { describeOverheads, overheads } from './speed.ts';
import { countInstantiations } from './type-instantiations.ts';

// Generated clients resolve the packages of the tools and of this repository from here.
const root = join(TOOLS_FOLDER, 'generated');
const clients = [ownClient, ...peers];

/** The measurements of a client; a message in place of failed ones. */
interface Figures {
  peer: Peer;
  oneCall: number | string;
  entireClient: number | string | undefined;
  instantiations: number | string | undefined;
}

/** Generates all clients and measures them. */
export async function measure(): Promise<Result> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const incomplete = new Map<Peer, string>();
  for (const peer of clients) {
    process.stderr.write(`generating ${peer.name}\n`);
    const error = await generate(peer, root);
    if (error !== undefined) incomplete.set(peer, error);
  }
  process.stderr.write('timing\n');
  const speeds = await overheads(clients, root);
  const figures: Figures[] = [];
  for (const peer of [plainFetch, ...clients]) {
    process.stderr.write(`measuring ${peer.name}\n`);
    const isClient = peer !== plainFetch;
    figures.push({
      peer,
      oneCall: await messageOrValue(() => programSize(exportModule(peer, [getOne]), root)),
      entireClient: isClient
        ? await messageOrValue(() => programSize(`export * from '${peer.module}';`, root))
        : undefined,
      instantiations:
        isClient && !incomplete.has(peer) ? await messageOrValue(() => countInstantiations(peer, root)) : undefined,
    });
  }
  return {
    description: `Sizes are minified and compressed with \`gzip -9\`. Times are ratios to plain \`fetch\`, with a \`fetch\` that responds from
memory, and medians of the rounds. Instantiations are the types that tsc 5.9 instantiates for a program with 20 calls and the
declarations of the client.`,
    table: {
      columns: ['Client', 'One call, B', 'Entire client, B', 'GET one', 'List of 20', 'POST', 'Instantiations'],
      rows: figures.map(({ peer, oneCall, entireClient, instantiations }) => {
        const ratios = speeds.get(peer) ?? [];
        const [one = '-', list = '-', post = '-'] =
          typeof ratios === 'string' ? [] : ratios.map((ratio) => ratio.toFixed(3));
        const name = `${peer.name} ${packageVersion(peer)}`.trim();
        return [name, toCell(oneCall), toCell(entireClient), one, list, post, toCell(instantiations)];
      }),
    },
    notes: [
      ...describeOverheads(speeds),
      ...[...incomplete].map(
        ([{ name }, error]) => `${name}, generation: ${error}. The figures are those of the generated part.`,
      ),
      ...[...speeds].flatMap(([{ name }, ratios]) => (typeof ratios === 'string' ? [`${name}, calls: ${ratios}`] : [])),
      ...figures.flatMap(({ peer, ...measured }) =>
        Object.values(measured).flatMap((value) => (typeof value === 'string' ? [`${peer.name}: ${value}`] : [])),
      ),
    ],
    missed: [],
    headline: createHeadline(figures),
  };
}

/** Compares the size of one call with the smallest peer that also retries failed requests. */
function createHeadline(figures: readonly Figures[]): Headline {
  const sizes = figures.flatMap(({ peer, oneCall }) =>
    peer.retries && typeof oneCall === 'number' ? [{ peer, size: oneCall }] : [],
  );
  const own = sizes.find(({ peer }) => peer === ownClient);
  const [other] = sizes.filter(({ peer }) => peer !== ownClient).sort((a, b) => a.size - b.size);
  if (!own) throw new Error('The size of one call of @aispm/client could not be measured.');
  const comparison = other ? `; ${toCell(other.size)} B with ${other.peer.name}, the other one with retries` : '';
  return {
    value: `${toCell(own.size)} B`,
    meaning: `in a bundle for a typed call with retries, minified and compressed${comparison}`,
  };
}

/** Returns a measurement, or the first line of its error. */
async function messageOrValue(measureOne: () => Promise<number>): Promise<number | string> {
  try {
    return await measureOne();
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    return line.replaceAll(`${root}/`, '');
  }
}

function toCell(value: number | string | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en') : '-';
}
