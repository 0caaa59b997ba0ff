/**
 * The releases of the contract: `spec/releases/<version>.yaml`, and next to it the API reports of the packages.
 * `SHA256SUMS` has the checksums of all of them, in the format of `sha256sum`.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Document } from '@aispm/openapi';
import { parse, stringify } from 'yaml';
import { compareVersions } from '../changes/verdict.ts';
import { ENTRY_POINTS, reportPath } from './api-reports.ts';
import { isOnMain } from './main-branch.ts';

const root = join(import.meta.dirname, '../../../../..');

/** The folder of the releases, from the root of the project. */
const RELEASES = 'spec/releases';

/** A contract and the API reports of the packages that are generated from it. */
export interface State {
  version: string;
  contract: Document;
  /** API reports by entry point. */
  apiReports: Map<string, string>;
  /** What readers of the changelog should know in addition to the changes. */
  note?: string;
}

/** Reads all releases, the oldest first. */
export function readReleases(): State[] {
  const folder = join(root, RELEASES);
  const notes: Record<string, string> = parse(readFileSync(join(folder, 'notes.yaml'), 'utf8'));
  return readdirSync(folder)
    .filter((file) => /^\d+\.\d+\.\d+\.yaml$/.test(file))
    .map((file) => basename(file, '.yaml'))
    .sort(compareVersions)
    .map((version) => ({
      version,
      contract: parse(readFileSync(join(folder, `${version}.yaml`), 'utf8')),
      apiReports: readApiReports(({ report }) => join(folder, version, report)),
      ...(notes[version] !== undefined && { note: notes[version] }),
    }));
}

/**
 * Reads the working tree: the built bundle, and the committed API reports.
 *
 * @throws {Error} when the contract hasn't been built
 */
export function readWorkingTree(): State {
  const bundle = join(root, 'spec/dist/strict.json');
  if (!existsSync(bundle)) throw new Error('spec/dist/strict.json does not exist. Run "npm run build" first.');
  const contract: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  return { version: contract.info.version, contract, apiReports: readApiReports(reportPath) };
}

/**
 * Adds the working tree to the releases, as the release of its version. A release that isn't on `main` yet is replaced.
 *
 * @param repository its folder
 * @throws {Error} when that version has been released with another content: a release doesn't change
 */
export function writeRelease({ version, contract, apiReports }: State, repository = root): void {
  const folder = join(repository, RELEASES);
  const yaml = stringify(contract, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 120 });
  const reports = ENTRY_POINTS.map(({ name, report }) => [`${version}/${report}`, apiReports.get(name) as string]);
  const files = new Map([[`${version}.yaml`, yaml], ...reports] as [string, string][]);
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
  const isChanged = [...files].some(([file, content]) => read(file) !== content);
  const isRecorded = read(`${version}.yaml`) !== undefined;
  if (isChanged && isRecorded && isOnMain(repository, `${RELEASES}/${version}.yaml`)) {
    throw new Error(
      `Version ${version} has been released already. Raise the version (npx changeset, then npm run version:raise -w @aispm/scripts).`,
    );
  }
  mkdirSync(join(folder, version), { recursive: true });
  for (const [file, content] of files) writeFileSync(join(folder, file), content);
  writeFileSync(join(folder, 'SHA256SUMS'), computeChecksums(repository));
  recordDate(join(folder, 'dates.yaml'), version);
}

/** Adds the day of a new release, today, for the feed of the changelog. A release that is written again keeps its day. */
function recordDate(file: string, version: string): void {
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (existing.split('\n').some((line) => line.startsWith(`${version}:`))) return;
  writeFileSync(file, `${existing}${version}: '${new Date().toISOString().slice(0, 10)}'\n`);
}

/** Computes the checksums of all files of all releases, in the format of `sha256sum`. */
export function computeChecksums(repository = root): string {
  const folder = join(repository, RELEASES);
  const files = globSync(['*.*.*.yaml', '*.*.*/*'], { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  const sha256 = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return files
    .sort()
    .map((file) => `${sha256(file)}  ${file}\n`)
    .join('');
}

/** Reads API reports by entry point; a release lacks those of later entry points. */
function readApiReports(path: typeof reportPath): Map<string, string> {
  const files = ENTRY_POINTS.map((entry) => [entry.name, path(entry)] as const);
  return new Map(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}
