import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { isObject, type Json } from '../src/document.ts';
import { gravest, VERDICTS, type Verdict } from '../src/verdict.ts';

/** Two contracts that are to be compared. */
export type Pair = [old: Json, young: Json];

/** The part of redocly's report that is read here. */
interface Report {
  changes: { path: string; impact: Verdict }[];
}

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const run = promisify(execFile);

/**
 * What `redocly diff` with its recommended rules says about some pairs of contracts, in their order. It takes a second to
 * start, so all pairs that have the same root and the same paths go into one pair of contracts, each under a path and with
 * names of its own; the others get a run each.
 */
export async function secondOpinions(pairs: Pair[]): Promise<Verdict[]> {
  const alone = (pair: Pair) => !isDeepStrictEqual(rootOf(pair[0]), rootOf(pair[1]));
  const together = pairs.map((pair, index) => ({ pair, index })).filter(({ pair }) => !alone(pair));
  const [first] = together;
  const merged = ([0, 1] as const).map((side): Json => {
    const documents = together.map(({ pair, index }) => apart(pair[side], index));
    return {
      ...(first?.pair[side] as Json),
      paths: Object.assign({}, ...documents.map(({ paths }) => paths)),
      components: mergeComponents(documents.map(({ components }) => components as Json)),
    };
  });
  const shared = redoclyDiff(merged as Pair);
  return Promise.all(
    pairs.map(async (pair, index) => {
      const { changes } = await (alone(pair) ? redoclyDiff(pair) : shared);
      const own = alone(pair) ? changes : changes.filter(({ path }) => path.startsWith(`#/paths/~1planted-${index}~1`));
      return gravest(own.map(({ impact }) => impact).filter((impact) => VERDICTS.includes(impact)));
    }),
  );
}

function rootOf({ paths, components, ...rest }: Json): Json {
  return { ...rest, security: (components as Json).securitySchemes, paths: Object.keys(paths as Json) };
}

/** A contract whose paths and components have names that no other has. */
function apart(document: Json, index: number): Json {
  const text = JSON.stringify(document).replaceAll(
    /"#\/components\/(\w+)\/([^"]+)"/g,
    (_, kind, name) => `"#/components/${kind}/Planted${index}${name}"`,
  );
  const { paths, components } = JSON.parse(text) as { paths: Json; components: Record<string, Json> };
  const renamed = Object.entries(components).map(([kind, parts]) => [
    kind,
    kind === 'securitySchemes' ? parts : rename(parts, (name) => `Planted${index}${name}`),
  ]);
  return { paths: rename(paths, (path) => `/planted-${index}${path}`), components: Object.fromEntries(renamed) };
}

function rename(map: Json, name: (key: string) => string): Json {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [name(key), value]));
}

function mergeComponents(all: Json[]): Json {
  const merged: Json = {};
  for (const components of all) {
    for (const [kind, parts] of Object.entries(components)) {
      merged[kind] = { ...(isObject(merged[kind]) ? merged[kind] : {}), ...(parts as Json) };
    }
  }
  return merged;
}

async function redoclyDiff([old, young]: Pair): Promise<Report> {
  const cwd = mkdtempSync(join(tmpdir(), 'second-opinion-'));
  try {
    writeFileSync(join(cwd, 'redocly.yaml'), 'extends: [diff-recommended]\n');
    writeFileSync(join(cwd, 'old.json'), JSON.stringify(old));
    writeFileSync(join(cwd, 'young.json'), JSON.stringify(young));
    await run(
      process.execPath,
      [redocly, 'diff', 'old.json', 'young.json', '--format', 'json', '--fail-on', 'none', '-o', 'report.json'],
      { cwd, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    return JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
