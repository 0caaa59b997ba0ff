/**
 * `npm run sbom -w @aispm/scripts`: writes a CycloneDX document of each published package to `reports/sbom`: the dependencies that are installed
 * with it, in the versions of the lock file, and the packages whose code it contains. Runs in the root of the built repository.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LockPolicy, readLockPolicy } from './lint/lock.ts';
import { npmCommand } from './npm.ts';
import { type Manifest, readManifest, workspaceFolders } from './workspaces.ts';

/** The parts of an entry of `package-lock.json` that are read here. */
interface LockEntry {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
}

/** The entries of a lock file by their paths. */
type LockEntries = Record<string, LockEntry>;

/** A license of a component. */
type License = { license: { id: string } } | { expression: string };

/** The parts of a component of a CycloneDX document that are read or written here. */
interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  licenses?: License[];
  hashes?: { alg: string; content: string }[];
  [member: string]: unknown;
}

/** A CycloneDX document as `npm sbom` writes it. */
export interface Sbom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** A package of which another one contains code. */
interface Bundled {
  name: string;
  version: string;
}

/** Finds the entry of a package that another one depends on, as Node.js finds its folder. */
function findEntry(entries: LockEntries, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = [folder, 'node_modules', name].filter(Boolean).join('/');
    if (Object.hasOwn(entries, path)) return path;
    if (folder === '') return undefined;
  }
}

/**
 * Returns the part of a lock file that a package needs at run time, as if the package were the root of a project.
 *
 * @param entries all of the lock file
 * @param folder of the package, from the root of the repository
 * @throws {Error} when the lock file lacks a dependency
 */
export function cutLock(entries: LockEntries, folder: string, { name, version }: Manifest): LockEntries {
  const root = entries[folder] ?? {};
  const cut: LockEntries = {};
  const include = (from: string, owner: LockEntry): void => {
    for (const dependency of Object.keys(owner.dependencies ?? {})) {
      const path = findEntry(entries, from, dependency);
      if (!path)
        throw new Error(`package-lock.json has no ${dependency}, which ${from} depends on. Run "npm install".`);
      const link = entries[path] as LockEntry;
      // Another package of this repository is installed from the registry like any other.
      const source = link.link ? (link.resolved as string) : path;
      const target = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
      if (Object.hasOwn(cut, target)) continue;
      const { version, integrity, license, dependencies } = entries[source] as LockEntry;
      const resolved = link.link ? undefined : link.resolved;
      cut[target] = createEntry({ version, resolved, integrity, license, dependencies });
      include(source, { dependencies: dependencies ?? {} });
    }
  };
  include(folder, root);
  const own = createEntry({ name, version, license: root.license, dependencies: root.dependencies });
  return { '': own, ...cut };
}

/** Finds the packages whose code the built files contain: those of the lists of licenses and of esbuild's comments. */
export function findBundled(entries: LockEntries, repository: string, folder: string): Bundled[] {
  const cwd = join(repository, folder);
  const found = new Map<string, Bundled>();
  const add = (name: string, version = '') => found.set(`${name}@${version}`, { name, version });
  for (const file of globSync('dist/**/*{LICENSES,licenses}.txt', { cwd })) {
    const text = readFileSync(join(cwd, file), 'utf8');
    for (const notice of text.split(/^-{80}\n\n/m)) add(...readHeading(notice));
  }
  for (const file of globSync('dist/**/*.{js,mjs}', { cwd })) {
    const text = readFileSync(join(cwd, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^\/\/ (?:\.\.\/)*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)) {
      const path = findEntry(entries, folder, name);
      if (path && !entries[path]?.link) add(name, entries[path]?.version);
    }
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** Reads the first line of a notice, such as `rou3 1.0.0 (MIT)`. */
function readHeading(notice: string): [name: string, version: string] {
  const [, name, version] = /^(\S+) (\S+) \(.+\)\n/.exec(notice) ?? [];
  if (!name || !version) throw new Error(`"${notice.slice(0, 60)}" does not start with the name of a package.`);
  return [name, version];
}

/** Adds a package whose code the root contains. */
function addBundled(sbom: Sbom, { name, version }: Bundled, entries: LockEntries): void {
  const [, entry] =
    Object.entries(entries).find(
      ([path, { version: found }]) => path.endsWith(`node_modules/${name}`) && found === version,
    ) ?? [];
  if (!entry)
    throw new Error(`package-lock.json has no ${name}@${version}, whose code is in a package. Build it again.`);
  const ref = `${name}@${version}`;
  const isKnown = sbom.components.some((component) => component['bom-ref'] === ref);
  if (isKnown) return;
  const [algorithm = '', hash = ''] = entry.integrity?.split('-') ?? [];
  sbom.components.push({
    'bom-ref': ref,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    ...(entry.license ? { licenses: [toLicense(entry.license)] } : {}),
  });
  const root = sbom.metadata.component['bom-ref'];
  sbom.dependencies.find((dependency) => dependency.ref === root)?.dependsOn.push(ref);
  sbom.dependencies.push({ ref, dependsOn: [] });
}

/** Adds licenses found by hand in packages whose manifest doesn't name one. */
function addReadLicenses(sbom: Sbom, { licensed }: LockPolicy): void {
  for (const component of sbom.components) {
    const read = licensed[`${component.name}@${component.version}`];
    if (read && !component.licenses?.length) component.licenses = [toLicense(read.license)];
  }
}

/** Writes a license as CycloneDX does: an identifier, or an expression with several. */
function toLicense(license: string): License {
  return license.includes(' ') ? { expression: license } : { license: { id: license } };
}

/** Runs `npm sbom` on a part of a lock file. */
function runNpmSbom(lock: LockEntries): Sbom {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-sbom-'));
  try {
    const { name = '', version } = lock[''] as LockEntry;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(lock['']));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ name, version, lockfileVersion: 3, packages: lock }),
    );
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'library'];
    const { file, args, shell } = npmCommand(['sbom', '--package-lock-only', ...format]);
    const sbom: Sbom = JSON.parse(execFileSync(file, args, { cwd: folder, encoding: 'utf8', shell }));
    // npm names the root after its folder.
    sbom.metadata.component.name = name;
    return sbom;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates the CycloneDX document of a package of a repository. */
export function createSbom(repository: string, folder: string): Sbom {
  const { packages }: { packages: LockEntries } = JSON.parse(
    readFileSync(join(repository, 'package-lock.json'), 'utf8'),
  );
  const sbom = runNpmSbom(cutLock(packages, folder, readManifest(join(repository, folder))));
  for (const bundled of findBundled(packages, repository, folder)) addBundled(sbom, bundled, packages);
  addReadLicenses(sbom, readLockPolicy());
  return sbom;
}

/** Creates an entry of the properties that have a value. */
function createEntry(members: { [Key in keyof LockEntry]: LockEntry[Key] | undefined }): LockEntry {
  return JSON.parse(JSON.stringify(members));
}

if (import.meta.main) {
  const published = workspaceFolders('.').filter((folder) => !readManifest(folder).private);
  mkdirSync('reports/sbom', { recursive: true });
  for (const folder of published) {
    const sbom = createSbom('.', folder);
    const file = `reports/sbom/${folder.split('/').at(-1)}.cdx.json`;
    writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
    process.stdout.write(`${file}: ${sbom.components.length} components\n`);
  }
}
