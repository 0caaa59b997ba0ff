/**
 * What has been released: `spec/releases/<version>.yaml`, and beside it the reports of the TypeScript surface. Checksums of
 * all of it are kept in `SHA256SUMS`, in the form of `sha256sum`.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { ENTRY_POINTS, SURFACE } from './api-reports.ts';
import { type Json, versionOf } from './document.ts';
import { compareVersions } from './verdict.ts';

const root = join(import.meta.dirname, '../../..');
const RELEASES = join(root, 'spec/releases');

/** A contract with the surfaces of the packages that are made of it. */
export interface State {
  version: string;
  contract: Json;
  /** Reports of API Extractor by the names of the entry points. */
  surface: Map<string, string>;
}

/** All releases, the oldest first. */
export function releases(): State[] {
  return readdirSync(RELEASES)
    .filter((file) => /^\d+\.\d+\.\d+\.yaml$/.test(file))
    .map((file) => basename(file, '.yaml'))
    .sort(compareVersions)
    .map((version) => ({
      version,
      contract: parse(readFileSync(join(RELEASES, `${version}.yaml`), 'utf8')),
      surface: readSurface(join(RELEASES, version)),
    }));
}

/**
 * The working tree: the built bundle, and the reports that are committed.
 *
 * @throws Error when the contract has not been built
 */
export function workingState(): State {
  const bundle = join(root, 'spec/dist/openapi.json');
  if (!existsSync(bundle)) throw new Error('There is no bundle to compare; run "npm run build" first.');
  const contract: Json = JSON.parse(readFileSync(bundle, 'utf8'));
  return { version: versionOf(contract), contract, surface: readSurface(SURFACE) };
}

/**
 * Keeps the working tree as a release of its version.
 *
 * @throws Error when there is one already: what was released does not change
 */
export function record({ version, surface }: State): void {
  const file = join(RELEASES, `${version}.yaml`);
  if (existsSync(file))
    throw new Error(`Version ${version} has been released; raise info.version in spec/openapi.yaml.`);
  mkdirSync(join(RELEASES, version), { recursive: true });
  writeFileSync(file, readFileSync(join(root, 'spec/dist/openapi.yaml')));
  for (const { name, report } of ENTRY_POINTS) {
    writeFileSync(join(RELEASES, version, report), surface.get(name) as string);
  }
  writeFileSync(join(RELEASES, 'SHA256SUMS'), checksums());
}

/** The checksums of all files of all releases, in the form of `sha256sum`. */
export function checksums(): string {
  const files = globSync(['*.*.*.yaml', '*.*.*/*'], { cwd: RELEASES }).map((file) => file.replaceAll('\\', '/'));
  const line = (file: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(RELEASES, file)))
      .digest('hex')}  ${file}\n`;
  return files.sort().map(line).join('');
}

function readSurface(folder: string): Map<string, string> {
  const files = ENTRY_POINTS.map(({ name, report }) => [name, join(folder, report)] as const);
  return new Map(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}
