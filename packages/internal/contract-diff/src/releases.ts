/**
 * The releases of the contract: `spec/releases/<version>.yaml`, and beside it the API reports of the packages.
 * `SHA256SUMS` has the checksums of all of them, in the format of `sha256sum`.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Document } from '@aispm/openapi';
import { parse, stringify } from 'yaml';
import { API_REPORTS, ENTRY_POINTS } from './api-reports.ts';
import { compareVersions } from './verdict.ts';

const root = join(import.meta.dirname, '../../../..');
const RELEASES = join(root, 'spec/releases');

/** A contract and the API reports of the packages that are generated from it. */
export interface State {
  version: string;
  contract: Document;
  /** API reports by entry point. */
  apiReports: Map<string, string>;
  /** What readers of the changelog should know besides the changes. */
  note?: string;
}

/** Reads all releases, the oldest first. */
export function readReleases(): State[] {
  const notes: Record<string, string> = parse(readFileSync(join(RELEASES, 'notes.yaml'), 'utf8'));
  return readdirSync(RELEASES)
    .filter((file) => /^\d+\.\d+\.\d+\.yaml$/.test(file))
    .map((file) => basename(file, '.yaml'))
    .sort(compareVersions)
    .map((version) => ({
      version,
      contract: parse(readFileSync(join(RELEASES, `${version}.yaml`), 'utf8')),
      apiReports: readApiReports(join(RELEASES, version)),
      ...(notes[version] !== undefined && { note: notes[version] }),
    }));
}

/**
 * Reads the working tree: the built bundle, and the committed API reports.
 *
 * @throws {Error} when the contract has not been built
 */
export function readWorkingTree(): State {
  const bundle = join(root, 'spec/dist/strict.json');
  if (!existsSync(bundle)) throw new Error('spec/dist/strict.json does not exist. Run "npm run build" first.');
  const contract: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  return { version: contract.info.version, contract, apiReports: readApiReports(API_REPORTS) };
}

/**
 * Adds the working tree to the releases, as the release of its version.
 *
 * @throws {Error} when that version has been released: a release does not change
 */
export function writeRelease({ version, contract, apiReports }: State): void {
  const file = join(RELEASES, `${version}.yaml`);
  if (existsSync(file)) {
    throw new Error(`Version ${version} has been released already. Raise info.version in spec/openapi.yaml.`);
  }
  mkdirSync(join(RELEASES, version), { recursive: true });
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 120 }));
  for (const { name, report } of ENTRY_POINTS) {
    writeFileSync(join(RELEASES, version, report), apiReports.get(name) as string);
  }
  writeFileSync(join(RELEASES, 'SHA256SUMS'), computeChecksums());
}

/** Computes the checksums of all files of all releases, in the format of `sha256sum`. */
export function computeChecksums(): string {
  const files = globSync(['*.*.*.yaml', '*.*.*/*'], { cwd: RELEASES }).map((file) => file.replaceAll('\\', '/'));
  const sha256 = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(RELEASES, file)))
      .digest('hex');
  return files
    .sort()
    .map((file) => `${sha256(file)}  ${file}\n`)
    .join('');
}

/** Reads the API reports in a folder by entry point; a release lacks those of later entry points. */
function readApiReports(folder: string): Map<string, string> {
  const files = ENTRY_POINTS.map(({ name, report }) => [name, join(folder, report)] as const);
  return new Map(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}
