/**
 * Builds the contract: lints the source (Redocly), bundles it, lints the bundle (Spectral), and only then puts
 * `openapi.yaml` and `openapi.json` into `dist/`. Any finding stops the build and leaves `dist/` as it was.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, stringify } from 'yaml';
import { flattenSchemas } from './flatten-schemas.ts';
import { sourceLocator } from './source-location.ts';

const spec = join(import.meta.dirname, '..');
const root = join(spec, '..');
const dist = join(spec, 'dist');

interface SpectralFinding {
  code: string;
  message: string;
  path: (string | number)[];
}

/** Runs a tool from the project's root and returns what it printed; ends the build with its report when it fails. */
function run(command: string, args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) fail(`${stdout}${stderr}`);
}

function fail(report: string): never {
  process.stderr.write(`${report.trimEnd()}\n\nThe contract was not built.\n`);
  process.exit(1);
}

/**
 * Runs Spectral on the bundle and returns its findings, each told by its place in the source. What stands in the bundle
 * more than once because several schemas share it is told once.
 */
function lintBundle(bundle: string): string[] {
  const { stdout, stderr, error } = spawnSync(
    'spectral',
    ['lint', bundle, '--format', 'json', '--quiet', '--fail-severity', 'hint'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (error) throw error;
  if (!stdout.trimStart().startsWith('[')) fail(`${stdout}${stderr}`);
  const locate = sourceLocator(join(spec, 'openapi.yaml'));
  const findings = new Map<string, string>();
  for (const { code, message, path } of JSON.parse(stdout) as SpectralFinding[]) {
    const { file, line, column } = locate(path);
    const finding = `${relative(root, file)}:${line}:${column}  ${code}  ${message}`;
    if (!findings.has(finding)) findings.set(finding, `${finding}  (${path.join('.')})`);
  }
  return [...findings.values()];
}

mkdirSync(dist, { recursive: true });
const draft = mkdtempSync(join(dist, '.draft-'));
process.on('exit', () => rmSync(draft, { recursive: true, force: true }));

run('redocly', ['lint', 'aispm']);
const yamlDraft = join(draft, 'openapi.yaml');
run('redocly', ['bundle', 'aispm', '--output', yamlDraft, '--component-renaming-conflicts-severity', 'error']);
const contract = parse(readFileSync(yamlDraft, 'utf8'));
flattenSchemas(contract);
writeFileSync(yamlDraft, stringify(contract, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 120 }));
const findings = lintBundle(yamlDraft);
if (findings.length > 0) fail(findings.join('\n'));

const jsonDraft = join(draft, 'openapi.json');
writeFileSync(jsonDraft, `${JSON.stringify(contract, null, 2)}\n`);
renameSync(yamlDraft, join(dist, 'openapi.yaml'));
renameSync(jsonDraft, join(dist, 'openapi.json'));
process.stdout.write(`Contract ${contract.info.version}: ${Object.keys(contract.paths).length} paths, no findings.\n`);
