import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readManifest, workspaceFolders } from '../workspaces.ts';
import { linkInstalled } from './tree-copy.ts';

const root = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'aispm-dev-'));

/** Files of the contract that the tests change. */
const EXAMPLE = join(project, 'spec/resources/rules/examples/mcp-server-without-auth.yaml');
const PATH_FILE = join(project, 'spec/resources/rules/rules_{rule_id}.yaml');
const AUTHORIZED = { headers: { authorization: 'Bearer t' } };

/** A change builds the contract and the documentation. */
const OUTPUT_TIMEOUT_MS = 240_000;
const BUILD_TIMEOUT_MS = 2 * OUTPUT_TIMEOUT_MS;

let dev: ChildProcess;
let printed = '';
let mockUrl = '';
let docsUrl = '';

/** Copies the repository with its builds. Installed packages are linked, workspaces are those of the copy. */
function copyProject() {
  const copied = [
    '.gitattributes',
    '.gitignore',
    'GLOSSARY.md',
    'package.json',
    'package-lock.json',
    'turbo.json',
    'tsconfig.base.json',
    'vitest.config.ts',
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
  for (const folder of workspaceFolders(project)) {
    symlinkSync(join(project, folder), join(project, 'node_modules', readManifest(join(project, folder)).name));
    linkInstalled(folder, project);
  }
  // Only in a repository with a commit does turbo ignore generated files, and find the builds of this checkout in its cache.
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [['init'], ['add', '--all'], ['commit', '--message', 'Copy']]) {
    execFileSync('git', [...author, ...args], { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/** Returns turbo's cache of this checkout, which is valid for the copy as well. All worktrees share the one of the main checkout. */
function findTurboCache(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: root });
  const checkout = stdout?.length ? dirname(String(stdout).trim()) : root;
  return join(checkout, '.turbo/cache');
}

beforeAll(async () => {
  copyProject();
  dev = spawn(
    process.execPath,
    ['scripts/start.ts', '--watch', '--mock-port', '0', '--docs-port', '0', '--service-port', '0'],
    {
      cwd: project,
      env: { ...process.env, TURBO_CACHE_DIR: findTurboCache() },
      detached: true,
    },
  );
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  await waitForOutput(/Ctrl-C/);
  [mockUrl = '', docsUrl = ''] = ['Mock', 'Documentation'].map(
    (name) => new RegExp(`^${name} +(http:\\S+)`, 'm').exec(printed)?.[1] ?? '',
  );
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  if (dev?.pid && dev.exitCode === null) {
    process.kill(-dev.pid, 'SIGTERM');
    await once(dev, 'close');
  }
  rmSync(project, { recursive: true, force: true });
});

/** Waits until the command has printed a string. */
async function waitForOutput(pattern: RegExp): Promise<void> {
  await vi.waitUntil(() => pattern.test(printed) || dev.exitCode !== null, {
    timeout: OUTPUT_TIMEOUT_MS,
    interval: 100,
  });
  expect(printed).toMatch(pattern);
}

/** Changes a file. @returns restores it */
function edit(file: string, pattern: RegExp, text: string): () => void {
  const before = readFileSync(file, 'utf8');
  expect(before).toMatch(pattern);
  printed = '';
  writeFileSync(file, before.replace(pattern, text));
  return () => writeFileSync(file, before);
}

async function fetchRuleDescription(): Promise<string> {
  const response = await fetch(`${mockUrl}/rules/tenants/t1/workspaces/w1/mcp-server-without-auth`, AUTHORIZED);
  return ((await response.json()) as { rule_description: string }).rule_description;
}

describe('npm run dev', { timeout: BUILD_TIMEOUT_MS }, () => {
  it('updates the mock and the documentation after a change, at the same URLs', async () => {
    const events = await fetch(`${docsUrl}/__reload`);
    const reader = events.body?.getReader();
    onTestFinished(() => reader?.cancel());

    edit(EXAMPLE, /^rule_description: >-$/m, 'rule_description: >-\n  Changed while it runs.');
    await waitForOutput(/spec\/resources\/rules\/examples\/mcp-server-without-auth\.yaml has changed/);
    await waitForOutput(/The mock is updated and serves \d+ operations\./);
    expect(await fetchRuleDescription()).toMatch(/^Changed while it runs\./);

    await waitForOutput(/The documentation is updated\./);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('reload');
    const page = await (await fetch(`${docsUrl}/operations/getRule.md`)).text();
    expect(page).toContain('Changed while it runs.');
    expect(await (await fetch(`${docsUrl}/local.js`)).text()).toContain('new EventSource');
  });

  it('reports an error with file and line, and does not change the mock until it is fixed', async () => {
    const before = await fetchRuleDescription();
    const fix = edit(PATH_FILE, /^ {2}operationId: getRule$/m, '  operationId: [getRule]');
    await waitForOutput(/The mock and the documentation are unchanged\./);
    const line = readFileSync(PATH_FILE, 'utf8').split('\n').indexOf('  operationId: [getRule]') + 1;
    expect(printed).toContain(`spec/resources/rules/rules_{rule_id}.yaml:${line}`);
    expect(await fetchRuleDescription()).toBe(before);

    printed = '';
    fix();
    await waitForOutput(/The mock is updated and serves \d+ operations\./);
    expect(await fetchRuleDescription()).toBe(before);
  });

  it('reports invalid YAML by its single cause, last, and does not change the mock', async () => {
    const before = await fetchRuleDescription();
    const fix = edit(EXAMPLE, /^rule_name: (.*)$/m, 'rule_name: [$1');
    onTestFinished(fix);
    await waitForOutput(/because of one mistake:\n.+\n$/);
    const lines = printed.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^spec\/resources\/rules\/examples\/mcp-server-without-auth\.yaml:\d+:\d+ \S/);
    expect(printed.match(/mcp-server-without-auth\.yaml/g)).toHaveLength(2);
    expect(await fetchRuleDescription()).toBe(before);
  });

  it('leaves nothing behind when it is stopped during a build', async () => {
    edit(EXAMPLE, /^rule_name: /m, 'rule_name: Own ');
    await waitForOutput(/The mock is updated/);
    await vi.waitUntil(() => listTemporaryFiles().length > 0, { timeout: OUTPUT_TIMEOUT_MS, interval: 5 });
    process.kill(-(dev.pid ?? 0), 'SIGINT');
    const [code] = await once(dev, 'close');
    expect(code).toBe(0);
    await expect.poll(listTemporaryFiles).toEqual([]);
  });
});

/** Lists what the builds write while they run. */
function listTemporaryFiles(): string[] {
  return globSync(['packages/apps/docs/.draft-*', '**/config.ts.timestamp-*.mjs', 'spec/dist/.draft-*'], {
    cwd: project,
    exclude: (path) => path.includes('node_modules'),
  });
}
