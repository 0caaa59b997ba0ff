/**
 * Builds the contract: lints the source and bundles it (Redocly), lints the bundle (Spectral), and only then writes to `dist/`:
 * the bundle, `strict.json`; the same with responses that may grow, `openapi.yaml` and `openapi.json`; the digest of the latter.
 * Any finding stops the build and leaves `dist/` unchanged.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flattenSchemas, openResponses } from '@aispm/openapi';
import { stringify } from 'yaml';

const spec = join(import.meta.dirname, '..');
const root = join(spec, '..');
const dist = join(spec, 'dist');

const running = new Set<ChildProcess>();

/** Runs Redocly in the root of the project. Resolves to its report if it fails, otherwise to undefined. */
function redocly(...args: string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = execFile('redocly', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      running.delete(child);
      if (typeof error?.code === 'string') reject(error);
      else resolve(error ? `${stdout}${stderr}` : undefined);
    });
    running.add(child);
  });
}

/** Ends what may still write to the draft, and then this process, which removes it. */
async function stop(): Promise<void> {
  const closed = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill();
  await Promise.all(closed);
  process.exit(1);
}

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function fail(report: string): never {
  process.stderr.write(`${report.trimEnd()}\n\nThe contract was not built.\n`);
  process.exit(1);
}

mkdirSync(dist, { recursive: true });
const draft = mkdtempSync(join(dist, '.draft-'));
process.on('exit', () => rmSync(draft, { recursive: true, force: true }));
// Without a listener, a signal would end this process before it removes the draft.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
const jsonDraft = join(draft, 'openapi.json');
const yamlDraft = join(draft, 'openapi.yaml');

// Two steps run at a time: while Redocly bundles, Spectral loads; then Redocly lints the source and Spectral the bundle.
const [bundleReport, lintBundle] = await Promise.all([
  redocly('bundle', 'aispm', '--output', jsonDraft, '--component-renaming-conflicts-severity', 'error'),
  import('./lint-bundle.ts').then(({ createBundleLinter }) => createBundleLinter(draft)),
]);
const lint = redocly('lint', 'aispm');
if (bundleReport !== undefined) fail((await lint) ?? bundleReport);

const contract = JSON.parse(readFileSync(jsonDraft, 'utf8'));
try {
  flattenSchemas(contract);
} catch (error) {
  fail((await lint) ?? (error as Error).message);
}
const strict = toJson(contract);
const findings = await lintBundle(strict);
const lintReport = await lint;
if (lintReport !== undefined) fail(lintReport);
if (findings.length > 0) fail(findings.join('\n'));

const published = JSON.parse(strict);
openResponses(published);
const json = toJson(published);
writeFileSync(join(draft, 'strict.json'), strict);
writeFileSync(jsonDraft, json);
writeFileSync(yamlDraft, stringify(published, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 120 }));
writeFileSync(
  join(draft, 'digest.js'),
  `export const contractVersion = '${contract.info.version}';
export const contractDigest = '${createHash('sha256').update(json).digest('hex')}';
`,
);
writeFileSync(
  join(draft, 'digest.d.ts'),
  `/** \`info.version\` of the contract. */
export declare const contractVersion: string;
/** SHA-256 of \`openapi.json\` as 64 lower-case hexadecimal digits. All packages that were built from one contract have the same. */
export declare const contractDigest: string;
`,
);
const outputs = ['strict.json', 'openapi.yaml', 'openapi.json', 'digest.js', 'digest.d.ts'];
for (const name of outputs) renameSync(join(draft, name), join(dist, name));
// What earlier versions of this build wrote; names with a dot are drafts of other builds.
for (const name of readdirSync(dist).filter((file) => !outputs.includes(file) && !file.startsWith('.'))) {
  rmSync(join(dist, name), { recursive: true });
}
process.stdout.write(`Contract ${contract.info.version}: ${Object.keys(contract.paths).length} paths, no findings.\n`);
