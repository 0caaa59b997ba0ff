/**
 * Builds the API reference into `dist/`: `index.html` (Redoc, rendered ahead of time), its script in a file of its own
 * whose name carries a digest of the content, and the contract as `openapi.yaml` and `openapi.json`.
 *
 * Redocly writes a page that loads the script from Redocly's servers, or one with 2.3 MB of script inside. This build
 * points the first kind at the very script that ships with the CLI, and mends what would leave the site or break on it.
 * A build that fails leaves `dist/` as it was.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractDigest, contractVersion } from '@aispm/spec/digest';
import { addSchemaExamples } from './schema-examples.ts';

const docs = join(import.meta.dirname, '..');
const dist = join(docs, 'dist');
const contract = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.yaml'));
const contractAsJson = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json'));
const redocly = dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json')));

/** The word "Redoc" after "API docs by", in place of a picture that Redoc loads from its maker's servers. */
const redocLogo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#3b7ded">Redoc</text></svg>',
)}`;

function fail(reason: string): never {
  process.stderr.write(`${reason.trimEnd()}\n\nThe documentation was not built.\n`);
  process.exit(1);
}

/** Renders the contract with the options of `redocly.yaml` and returns the page. */
function renderPage(output: string): string {
  const reference = JSON.parse(readFileSync(contractAsJson, 'utf8'));
  // Where tags are in groups, the menu shows no others; the tag of the schemas is not in the contract.
  reference['x-tagGroups']?.push({ name: 'Schemas', tags: ['Schemas'] });
  addSchemaExamples(reference);
  // The menu has the schemas in this order.
  reference.components.schemas = Object.fromEntries(
    Object.entries<{ title: string }>(reference.components.schemas).sort(([, one], [, other]) =>
      one.title.localeCompare(other.title, 'en'),
    ),
  );
  const input = `${output}.json`;
  writeFileSync(input, JSON.stringify(reference));
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(redocly, 'bin/cli.js'), 'build-docs', input, '--template', 'build/page.hbs', '--output', output],
    { cwd: docs, encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
  );
  if (error) throw error;
  if (status !== 0) fail(`${stdout}${stderr}`);
  return readFileSync(output, 'utf8');
}

/** The script that ships with the Redocly CLI: the build of Redoc that rendered the page. */
function redocScript(): string {
  const [script] = globSync('lib/**/redoc.standalone.js', { cwd: redocly });
  if (!script) fail(`No redoc.standalone.js in ${redocly}: this version of @redocly/cli keeps Redoc elsewhere.`);
  return readFileSync(join(redocly, script), 'utf8');
}

/** The value of a script's `integrity` attribute. */
function integrityOf(script: string): string {
  return `sha384-${createHash('sha384').update(script).digest('base64')}`;
}

mkdirSync(dist, { recursive: true });
const draft = mkdtempSync(join(dist, '.draft-'));
process.on('exit', () => rmSync(draft, { recursive: true, force: true }));

const html = renderPage(join(draft, 'redocly.html'));
const originalScript = redocScript();
const [, scriptUrl, integrity] = /<link rel="modulepreload" href="(.+?)" integrity="(.+?)"/.exec(html) ?? [];
if (!scriptUrl || !integrity || integrity !== integrityOf(originalScript)) {
  fail('The page that Redocly wrote does not ask for the Redoc script that ships with the CLI.');
}

const script = originalScript.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, redocLogo);
const scriptName = `redoc.${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
const page = html
  .replaceAll(scriptUrl, `./${scriptName}`)
  .replaceAll(integrity, integrityOf(script))
  .replaceAll('CONTRACT_DIGEST', contractDigest)
  .replaceAll('CONTRACT_VERSION', contractVersion)
  // Rendered ahead of time, the links of the menu name paths (`/rules`) that exist only as fragments (`#/rules`).
  .replaceAll(' href="/', ' href="#/');
writeFileSync(join(draft, scriptName), script);
writeFileSync(join(draft, 'index.html'), page);
copyFileSync(contract, join(draft, 'openapi.yaml'));
copyFileSync(contractAsJson, join(draft, 'openapi.json'));

// The page comes last, and the script of an earlier version goes after it: no moment shows a page without its script.
const site = [scriptName, 'openapi.yaml', 'openapi.json', 'index.html'];
for (const name of site) renameSync(join(draft, name), join(dist, name));
for (const name of readdirSync(dist)) {
  if (!site.includes(name)) rmSync(join(dist, name), { recursive: true });
}
