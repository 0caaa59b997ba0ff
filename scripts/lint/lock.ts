/**
 * Checks the lock files of the repository: every package has an integrity hash and a known license, and every install
 * script is allowed or rejected by name in `allowScripts`, which names no others. Exceptions are in `lock-policy.yaml`.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/** The parts of an entry of `package-lock.json` that are read here. */
interface LockEntry {
  /** That of the package, when it's installed under another one. */
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** What the lock files may contain, beyond the rules. */
export interface LockPolicy {
  licenses: string[];
  licensed: Record<string, { license: string; reason: string }>;
}

/** What a lock file violates, one line each. */
export function lockViolations(
  entries: Record<string, LockEntry>,
  allowScripts: Record<string, boolean>,
  policy: LockPolicy,
): string[] {
  const violations: string[] = [];
  const withScripts = new Set<string>();
  for (const [path, entry] of Object.entries(entries)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const name = nameOf(path, entry);
    const id = `${name}@${entry.version}`;
    if (entry.integrity === undefined) {
      violations.push(`${id} has no integrity hash. Install it again from a registry that has it.`);
    }
    if (entry.hasInstallScript) withScripts.add(name);
    if (entry.hasInstallScript && !Object.hasOwn(allowScripts, name)) {
      violations.push(`${id} has an install script. Allow or reject it by name under "allowScripts" in package.json.`);
    }
    if (!policy.licenses.includes(entry.license ?? '') && !(id in policy.licensed)) {
      violations.push(`${id} has the license "${entry.license ?? 'unknown'}". Read it, then list it in the policy.`);
    }
  }
  for (const name of Object.keys(allowScripts).filter((each) => !withScripts.has(each))) {
    violations.push(`${name} no longer has an install script. Remove it under "allowScripts" in package.json.`);
  }
  return violations;
}

function nameOf(path: string, { name }: LockEntry): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Exceptions that no lock file needs. */
export function unusedExceptions(locks: Record<string, LockEntry>[], { licensed }: LockPolicy): string[] {
  const ids = new Set(
    locks.flatMap((entries) =>
      Object.entries(entries).map(([path, entry]) => `${nameOf(path, entry)}@${entry.version}`),
    ),
  );
  return Object.keys(licensed)
    .filter((id) => !ids.has(id))
    .map((id) => `${id} is no longer installed. Remove its exception.`);
}

const root = join(import.meta.dirname, '../..');
const POLICY = 'scripts/lint/lock-policy.yaml';

/** Reads the policy of the repository. */
export function readLockPolicy(): LockPolicy {
  return parse(readFileSync(join(root, POLICY), 'utf8'));
}

if (import.meta.main) {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const policy = readLockPolicy();
  const files = [
    'package-lock.json',
    ...globSync('packages/**/package-lock.json', { cwd: root, exclude: (name) => name === 'node_modules' }),
  ];
  const locks = files.map((file) => read(file).packages as Record<string, LockEntry>);
  const violations = files.flatMap((file, index) =>
    lockViolations(locks[index] ?? {}, read(join(dirname(file), 'package.json')).allowScripts ?? {}, policy).map(
      (violation) => `${file}: ${violation}`,
    ),
  );
  violations.push(...unusedExceptions(locks, policy).map((violation) => `${POLICY}: ${violation}`));
  if (violations.length > 0) {
    process.stderr.write(`${violations.join('\n')}\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(`${files.length} lock files have hashes, known licenses and listed install scripts only.\n`);
  }
}
