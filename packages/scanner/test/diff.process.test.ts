import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Checkout, createCheckout } from './end-to-end/command.ts';
import { runCommand } from './run-command.ts';

const AGENT = 'from agents import Agent\n\ndesk = Agent(name="Desk", model="gpt-4.1")\n';
const UNPINNED = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@example/files"]}}}';

let checkout: Checkout;
const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout.folder, stdio: 'pipe' });
const diff = (range: string, ...options: string[]) => runCommand('diff', range, checkout.folder, ...options);

/** The temporary folders of checked-out commits. */
const listFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('aispm-scan-'));

beforeAll(() => {
  vi.stubEnv('XDG_CACHE_HOME', '/dev/null');
  checkout = createCheckout('github.com/example/desk');
  checkout.commit({ 'desk.py': AGENT });
  git('switch', '--quiet', '--create', 'feature');
  checkout.commit({ 'desk.py': AGENT, '.mcp.json': UNPINNED });
  git('switch', '--quiet', 'main');
  checkout.commit({ 'desk.py': AGENT.replace('Desk', 'Counter') });
  git('switch', '--quiet', 'feature');
});
afterAll(() => {
  vi.unstubAllEnvs();
  checkout?.close();
});

describe('aispm-scan diff', () => {
  it('shows what the working tree has changed since it left a branch', async () => {
    const { code, out } = await diff('main');
    expect(code).toBe(0);
    expect(out).toContain('New\n  MCP server files  .mcp.json:1\n');
    expect(out).toContain('medium  unpinned-mcp-package\n');
    expect(out).toMatch(/\n1 new component, 1 new finding\n$/);
  });

  it('includes changes that are not committed', async () => {
    writeFileSync(join(checkout.folder, 'pilot.py'), AGENT.replace('Desk', 'Pilot'));
    try {
      expect((await diff('main')).out).toContain('  agent Pilot  pilot.py:3\n');
      expect((await diff('main...feature')).out).not.toContain('Pilot');
    } finally {
      git('clean', '--quiet', '--force');
    }
  });

  it('compares two branches', async () => {
    const { out } = await diff('main..feature');
    expect(out).toContain('  agent Desk  desk.py:3\n');
    expect(out).toContain('Removed\n  agent Counter  desk.py:3\n');
  });

  it('compares with a scan document', async () => {
    const baseline = join(checkout.folder, '../baseline.json');
    git('switch', '--quiet', '--detach', 'main~1');
    writeFileSync(baseline, (await runCommand(checkout.folder, '--output', 'scan')).out);
    git('switch', '--quiet', 'feature');
    const { out } = await runCommand('diff', '--baseline', baseline, checkout.folder);
    expect(out).toMatch(/\n1 new component, 1 new finding\n$/);
  });

  it('compares a folder of the repository', async () => {
    checkout.commit({ 'desk.py': AGENT, '.mcp.json': UNPINNED, 'web/agent.py': AGENT.replace('Desk', 'Web') });
    try {
      const { out } = await runCommand('diff', 'HEAD~1', join(checkout.folder, 'web'));
      expect(out).toContain('New\n  agent Web  web/agent.py:3\n');
      expect(out).not.toMatch(/Desk|files {2}/);
    } finally {
      git('reset', '--quiet', '--hard', 'HEAD~1');
    }
  });

  it('only counts new findings for --fail-on', async () => {
    expect((await diff('main', '--fail-on', 'medium')).code).toBe(1);
    expect((await diff('main', '--fail-on', 'high')).code).toBe(0);
    expect((await diff('HEAD', '--fail-on', 'info')).code).toBe(0);
  });

  it('writes new findings to SARIF', async () => {
    const { out } = await diff('main', '--output', 'sarif');
    const { results } = JSON.parse(out).runs[0];
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['unpinned-mcp-package']);
  });

  it('writes the difference as JSON', async () => {
    const { components } = JSON.parse((await diff('main', '--output', 'json')).out);
    expect(components.added[0]).toMatchObject({
      object: { object_type: 'mcp_server', aispm_friendly_name: 'files' },
      location: { file_path: '.mcp.json', start_line: 1 },
    });
  });

  it('reads a commit without its filters and symbolic links, and deletes its copy', async () => {
    const folders = listFolders();
    writeFileSync(join(checkout.folder, '.gitattributes'), '*.py filter=evil\n');
    git('config', 'filter.evil.smudge', `touch ${join(checkout.folder, 'executed')}`);
    symlinkSync('/etc/passwd', join(checkout.folder, 'linked.py'));
    git('add', '--all');
    git('-c', 'filter.evil.clean=cat', 'commit', '--quiet', '--message', 'Filter');
    expect((await diff('HEAD~1..HEAD')).out).toBe('no changes\n');
    expect(readdirSync(checkout.folder)).not.toContain('executed');
    expect(listFolders()).toEqual(folders);
  });

  it.each([
    ['unknown', /^aispm-scan: git doesn't know "unknown"\. Fetch it first/],
    ['--help..HEAD', /Unknown option/],
    ['main..unknown', /git doesn't know "unknown"/],
  ])('explains why it cannot compare with %s', async (range, message) => {
    expect(await diff(range)).toMatchObject({ code: 2, err: expect.stringMatching(message), out: '' });
  });

  it('explains what is wrong with a baseline', async () => {
    const file = join(checkout.folder, 'desk.py');
    expect(await runCommand('diff', '--baseline', file, checkout.folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining("isn't JSON. Create it with aispm-scan --output scan."),
    });
    writeFileSync(join(checkout.folder, '../other.json'), '{}');
    expect(await runCommand('diff', '--baseline', join(checkout.folder, '../other.json'))).toMatchObject({
      code: 2,
      err: expect.stringContaining("isn't a scan document ("),
    });
  });
});
