/**
 * Builds the contract: lints the source (Redocly and Spectral), bundles it (Redocly), and only then writes to `dist/`: the bundle,
 * `strict.json`; the same with responses that may grow and with code samples, `openapi.yaml` and `openapi.json`; the digest of the
 * latter; the forms for generators of other languages, `openapi.compat.yaml` and `openapi.compat-3.0.yaml`. Any finding stops the build and leaves `dist/` unchanged.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { flattenSchemas, listOperations, openResponses } from '../../packages/lib/openapi/src/index.ts';
// The source: this package is built before all others.
import { codeSamples, findMockUrl } from '../../packages/lib/openapi/src/samples/code-samples.ts';
import { findCommand, runCommand, stopCommands } from './commands.ts';
import { applyChanges, COMPATIBLE, OPENAPI_3_0 } from './compatible.ts';
import { lintSource } from './lint.ts';

const dist = join(import.meta.dirname, '../dist');

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toYaml(document: object): string {
  return stringify(document, {
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    // Quotes what readers of YAML 1.1 would take for another type, such as timestamps.
    compat: 'yaml-1.1',
    lineWidth: 120,
  });
}

function fail(report: string): never {
  process.stderr.write(`${report.trimEnd()}\n\nThe contract was not built.\n`);
  process.exit(1);
}

mkdirSync(dist, { recursive: true });
const draft = mkdtempSync(join(dist, '.draft-'));
process.on('exit', () => rmSync(draft, { recursive: true, force: true }));
// Without a listener, a signal would end this process before it removes the draft.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopCommands().then(() => process.exit(1)));
const jsonDraft = join(draft, 'openapi.json');
const yamlDraft = join(draft, 'openapi.yaml');

const bundle = runCommand(
  findCommand('@redocly/cli', 'redocly'),
  ...['bundle', 'aispm', '--output', jsonDraft, '--component-renaming-conflicts-severity', 'error'],
);
const findings = (await lintSource()).flatMap((result) => result.findings);
if (findings.length > 0) fail(findings.join('\n'));
const { status, stdout, stderr } = await bundle;
if (status !== 0) fail(`${stdout}${stderr}`);

const contract = JSON.parse(readFileSync(jsonDraft, 'utf8'));
flattenSchemas(contract);
const strict = toJson(contract);
const published = JSON.parse(strict);
openResponses(published);
const mockUrl = findMockUrl(published);
// The mock is a server for the samples, but none of the API.
published.servers = published.servers.filter((server: { 'x-internal': boolean }) => !server['x-internal']);
const compatible = applyChanges(published, COMPATIBLE);
for (const operation of listOperations(published)) {
  operation.definition['x-codeSamples'] = codeSamples(published, operation, mockUrl);
}
const json = toJson(published);
writeFileSync(join(draft, 'strict.json'), strict);
writeFileSync(jsonDraft, json);
writeFileSync(yamlDraft, toYaml(published));
writeFileSync(join(draft, 'openapi.compat.yaml'), toYaml(compatible));
writeFileSync(join(draft, 'openapi.compat-3.0.yaml'), toYaml(applyChanges(compatible, OPENAPI_3_0)));
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
const outputs = [
  'strict.json',
  'openapi.yaml',
  'openapi.json',
  'openapi.compat.yaml',
  'openapi.compat-3.0.yaml',
  'digest.js',
  'digest.d.ts',
];
for (const name of outputs) renameSync(join(draft, name), join(dist, name));
// What earlier versions of this build wrote; names with a dot are drafts of other builds.
for (const name of readdirSync(dist).filter((file) => !outputs.includes(file) && !file.startsWith('.'))) {
  rmSync(join(dist, name), { recursive: true });
}
process.stdout.write(`Contract ${contract.info.version}: ${Object.keys(contract.paths).length} paths, no findings.\n`);
