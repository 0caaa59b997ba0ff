/** @module-tag long */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { linkInstalled } from './tree-copy.ts';

const root = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'aispm-dev-'));

/** Files of the contract that the tests change. */
const record = join(project, 'spec/resources/rules/examples/mcp-server-without-auth.yaml');
const operation = join(project, 'spec/resources/rules/rules_{rule_id}.yaml');
const token = { headers: { authorization: 'Bearer t' } };

let dev: ChildProcess;
let printed = '';
let mockUrl = '';
let docsUrl = '';

/** Copies the project with its builds; what is installed is shared, but for the project's own packages. */
function copyProject() {
  const copied = [
    'package.json',
    'package-lock.json',
    'turbo.json',
    'tsconfig.base.json',
    'vitest.shared.ts',
    'free-port.ts',
    'redocly.yaml',
    '.spectral.yaml',
  ];
  for (const name of [...copied, 'scripts', 'spec', 'packages']) {
    cpSync(join(root, name), join(project, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'reports'].includes(basename(path)),
    });
  }
  mkdirSync(join(project, 'node_modules/@aispm'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@aispm') symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  for (const name of readdirSync(join(root, 'node_modules/@aispm'))) {
    const folder = name === 'spec' ? 'spec' : join('packages', name);
    symlinkSync(join(project, folder), join(project, 'node_modules/@aispm', name));
    linkInstalled(folder, project);
  }
}

/** Where turbo keeps the builds of this checkout, which are those of the copy too; worktrees share one place. */
function buildCache(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: root });
  const checkout = stdout?.length ? dirname(String(stdout).trim()) : root;
  return join(checkout, '.turbo/cache');
}

beforeAll(async () => {
  copyProject();
  dev = spawn(process.execPath, ['scripts/start.ts', '--watch', '--mock-port', '0', '--docs-port', '0'], {
    cwd: project,
    env: { ...process.env, TURBO_CACHE_DIR: buildCache() },
    detached: true,
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  await waitFor(/Ctrl-C/);
  [mockUrl = '', docsUrl = ''] = printed.match(/http:\S+$/gm) ?? [];
});

afterAll(async () => {
  if (dev?.pid && dev.exitCode === null) {
    process.kill(-dev.pid, 'SIGTERM');
    await once(dev, 'close');
  }
  rmSync(project, { recursive: true, force: true });
});

/** Waits until something has been printed. */
async function waitFor(pattern: RegExp): Promise<void> {
  await vi.waitUntil(() => pattern.test(printed) || dev.exitCode !== null, { timeout: 120_000, interval: 100 });
  expect(printed).toMatch(pattern);
}

/** Changes a file, and returns what puts it back. */
function edit(file: string, pattern: RegExp, text: string): () => void {
  const before = readFileSync(file, 'utf8');
  expect(before).toMatch(pattern);
  printed = '';
  writeFileSync(file, before.replace(pattern, text));
  return () => writeFileSync(file, before);
}

async function ruleDescription(): Promise<string> {
  const response = await fetch(`${mockUrl}/rules/tenants/t1/workspaces/w1/mcp-server-without-auth`, token);
  return ((await response.json()) as { rule_description: string }).rule_description;
}

test('a change of an example shows in the mock and in the documentation, at the same addresses', async () => {
  const waiting = await fetch(`${docsUrl}/__reload`);
  const reader = waiting.body?.getReader();
  onTestFinished(() => reader?.cancel());

  edit(record, /^rule_description: >-$/m, 'rule_description: >-\n  Changed while it runs.');
  await waitFor(/spec\/resources\/rules\/examples\/mcp-server-without-auth\.yaml has changed/);
  await waitFor(/The mock serves \d+ operations of the contract as it is now\./);
  expect(await ruleDescription()).toMatch(/^Changed while it runs\./);

  await waitFor(/The documentation shows it\./);
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('reload');
  const page = await (await fetch(`${docsUrl}/operations/getRule.md`)).text();
  expect(page).toContain('Changed while it runs.');
  expect(await (await fetch(`${docsUrl}/local.js`)).text()).toContain('new EventSource');
});

test('a mistake is told with file and line, and the mock stays as it was until it is mended', async () => {
  const before = await ruleDescription();
  const mend = edit(operation, /^ {2}operationId: getRule$/m, '  operationId: [getRule]');
  await waitFor(/The mock and the documentation stay as they were\./);
  const line = readFileSync(operation, 'utf8').split('\n').indexOf('  operationId: [getRule]') + 1;
  expect(printed).toContain(`spec/resources/rules/rules_{rule_id}.yaml:${line}`);
  expect(await ruleDescription()).toBe(before);

  printed = '';
  mend();
  await waitFor(/The mock serves \d+ operations of the contract as it is now\./);
  expect(await ruleDescription()).toBe(before);
});
