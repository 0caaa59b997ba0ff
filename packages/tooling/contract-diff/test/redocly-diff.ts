import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { type Document, formatFragment, type JsonObject, referenceKeys } from '@aispm/openapi';
import { declareProtocolResponses } from '../src/changes/protocol-responses.ts';
import { mostSevere, VERDICTS, type Verdict } from '../src/changes/verdict.ts';
import type { Pair } from './pair.ts';

/** The part of the report of `redocly diff` that is read here. */
interface Report {
  changes: { path: string; impact: Verdict }[];
}

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const run = promisify(execFile);

/**
 * Returns the verdicts of `redocly diff` with its recommended rules on pairs of contracts, in their order. Redocly takes a
 * second to start, so all pairs whose contracts have the same root and the same paths are merged into one pair, each under
 * a path and with its own names; every other pair gets its own run. Redocly sees protocol responses as responses
 * of the operations, because it knows no others.
 */
export async function getSecondOpinions(contracts: Pair[]): Promise<Verdict[]> {
  const pairs = contracts.map((pair) => pair.map(declareProtocolResponses) as Pair);
  const isSeparate = ([base, revision]: Pair) => !isDeepStrictEqual(getRoot(base), getRoot(revision));
  const merged = pairs.map((pair, index) => ({ pair, index })).filter(({ pair }) => !isSeparate(pair));
  const [base, revision] = ([0, 1] as const).map((side): Document => {
    const documents = merged.map(({ pair, index }) => isolate(pair[side], index));
    return {
      ...(merged[0]?.pair[side] as Document),
      // They refer to components by their original names, and no change is in them.
      webhooks: {},
      paths: Object.assign({}, ...documents.map(({ paths }) => paths)),
      components: mergeComponents(documents.map(({ components }) => components)),
    };
  }) as Pair;
  const shared = runRedoclyDiff([base, revision]);
  return Promise.all(
    pairs.map(async (pair, index) => {
      const { changes } = await (isSeparate(pair) ? runRedoclyDiff(pair) : shared);
      const prefix = formatFragment(['paths', `${pathPrefix(index)}/`]);
      const own = isSeparate(pair) ? changes : changes.filter(({ path }) => path.startsWith(prefix));
      return mostSevere(own.map(({ impact }) => impact).filter((impact) => VERDICTS.includes(impact)));
    }),
  );
}

function getRoot({ paths, components, ...rest }: Document): JsonObject {
  return { ...rest, securitySchemes: components?.securitySchemes, paths: Object.keys(paths ?? {}) };
}

function pathPrefix(index: number): string {
  return `/pair-${index}`;
}

/** Copies the paths and components of a contract with names that no other pair has. */
function isolate(document: Document, index: number): { paths: JsonObject; components: Record<string, JsonObject> } {
  const renameComponent = (name: string) => `Pair${index}${name}`;
  // Discriminators have references as plain strings, so every string that is one is replaced.
  const renameReference = (_: string, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('#/components/')) return value;
    const [, kind = '', name = '', ...rest] = referenceKeys(value);
    return formatFragment(['components', kind, renameComponent(name), ...rest]);
  };
  const { paths, components } = JSON.parse(JSON.stringify(document), renameReference);
  const renamed = Object.entries<JsonObject>(components).map(([kind, parts]) => [
    kind,
    kind === 'securitySchemes' ? parts : renameKeys(parts, renameComponent),
  ]);
  return {
    paths: renameKeys(paths, (path) => `${pathPrefix(index)}${path}`),
    components: Object.fromEntries(renamed),
  };
}

function renameKeys(map: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [rename(key), value]));
}

function mergeComponents(all: Record<string, JsonObject>[]): Record<string, JsonObject> {
  const merged: Record<string, JsonObject> = {};
  for (const components of all) {
    for (const [kind, parts] of Object.entries(components)) merged[kind] = { ...merged[kind], ...parts };
  }
  return merged;
}

async function runRedoclyDiff([base, revision]: Pair): Promise<Report> {
  const cwd = mkdtempSync(join(tmpdir(), 'redocly-diff-'));
  try {
    writeFileSync(join(cwd, 'redocly.yaml'), 'extends: [diff-recommended]\n');
    writeFileSync(join(cwd, 'base.json'), JSON.stringify(base));
    writeFileSync(join(cwd, 'revision.json'), JSON.stringify(revision));
    await run(
      process.execPath,
      [redocly, 'diff', 'base.json', 'revision.json', '--format', 'json', '--fail-on', 'none', '-o', 'report.json'],
      { cwd, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    return JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
