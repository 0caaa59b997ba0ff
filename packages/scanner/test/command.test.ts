import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';
import { withFiles } from './scan-sources.ts';

const FILES = {
  'desk/agents.py':
    'from agents import Agent, function_tool\n\n@function_tool\ndef lookup(order: str) -> str:\n    return order\n\ndesk = Agent(name="Desk", model="gpt-4.1", tools=[lookup])\n',
  '.mcp.json': '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example.com/mcp"}}}',
  '.github/CODEOWNERS': '/desk/ @desk-team\n',
};

/** A server that violates one rule. */
const UNPINNED = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@example/files"]}}}';

const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));

beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});

afterAll(() => rmSync(cache, { recursive: true, force: true }));

describe('the command', () => {
  it('prints a summary with locations and relations', async () => {
    const { code, out } = await withFiles(FILES, (folder) => runCommand(folder));
    expect(code).toBe(0);
    expect(out).toContain('  Desk  desk/agents.py:7\n      model: gpt-4.1\n      tools: lookup\n');
    expect(out).toContain('1 agent, 1 tool, 1 model, 1 MCP server in 3 files');
  });

  it.each([
    ['scan', (content: Record<string, unknown>) => content.scan_type, 'code'],
    ['sarif', (content: Record<string, unknown>) => content.version, '2.1.0'],
    ['cyclonedx', (content: Record<string, unknown>) => content.bomFormat, 'CycloneDX'],
  ])('writes %s', async (format, read, expected) => {
    const { code, out } = await withFiles(FILES, (folder) => runCommand(folder, '--output', format));
    expect(code).toBe(0);
    expect(read(JSON.parse(out))).toBe(expected);
    expect(out).toContain('Desk');
  });

  it('names the owners of CODEOWNERS', async () => {
    const { out } = await withFiles(FILES, (folder) => runCommand(folder, '--output', 'scan'));
    const owners = JSON.parse(out).objects.map((object: Record<string, unknown>) => [
      object.object_type,
      object.owners,
    ]);
    expect(owners).toEqual([
      ['asset', undefined],
      ['agent', ['@desk-team']],
      ['mcp_server', []],
      ['model', undefined],
      ['tool', ['@desk-team']],
    ]);
  });

  it('explains an object with the code behind it', async () => {
    const { code, out } = await withFiles(FILES, (folder) => runCommand(folder, '--explain', 'Desk'));
    expect(code).toBe(0);
    expect(out).toContain('desk/agents.py:7:8  a call of agents:Agent');
    expect(out).toContain('7 | desk = Agent(name="Desk"');
  });

  it('excludes paths', async () => {
    const { out } = await withFiles(FILES, (folder) => runCommand(folder, '--exclude', 'desk/'));
    expect(out).not.toContain('Desk');
  });

  it('counts the findings of its own rules for --fail-on', async () => {
    const secret = `key = "ghp_${'a1B2'.repeat(9)}"\n`;
    const files = { ...FILES, 'desk/agents.py': `${FILES['desk/agents.py']}${secret}` };
    await withFiles(files, async (folder) => {
      expect(await runCommand(folder, '--fail-on', 'high')).toMatchObject({
        code: 1,
        err: 'aispm-scan: 1 finding reaches the severity "high" (--fail-on).\n',
      });
      expect(await runCommand(folder, '--fail-on', 'critical')).toMatchObject({ code: 0, err: '' });
    });
    expect(await withFiles(FILES, (folder) => runCommand(folder, '--fail-on', 'info'))).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it('counts the findings of the static rules for --fail-on', async () => {
    await withFiles({ '.mcp.json': UNPINNED }, async (folder) => {
      const { code, out, err } = await runCommand(folder, '--fail-on', 'medium');
      expect([code, err]).toEqual([1, 'aispm-scan: 1 finding reaches the severity "medium" (--fail-on).\n']);
      expect(out).toContain('medium  unpinned-mcp-package\n  .mcp.json:1  MCP server files: ');
      expect(await runCommand(folder, '--fail-on', 'high')).toMatchObject({ code: 0, err: '' });
    });
  });

  it('writes findings to SARIF with the texts, tags and severity of their rule', async () => {
    const { out } = await withFiles({ '.mcp.json': UNPINNED }, (folder) => runCommand(folder, '--output', 'sarif'));
    const [{ tool, results }] = JSON.parse(out).runs;
    const rule = tool.driver.rules.find(({ id }: { id: string }) => id === 'unpinned-mcp-package');
    expect(rule).toMatchObject({
      help: { text: expect.stringContaining('Specify the version') },
      properties: { tags: expect.arrayContaining(['security']), 'security-severity': '5.5' },
    });
    expect(results).toContainEqual(
      expect.objectContaining({
        ruleId: 'unpinned-mcp-package',
        level: 'warning',
        partialFingerprints: { 'aispmFingerprint/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
      }),
    );
  });

  it('prints the same problem once', async () => {
    const calls = 'Agent(name="A", tools=[unknown.tool])\n'.repeat(3).split('\n').join('; ');
    const { out } = await withFiles(
      { 'a.py': `from agents import Agent\nfrom other import unknown\n${calls.replace(/; $/, '')}\n` },
      (folder) => runCommand(folder),
    );
    const problems = out.split('\n').filter((line) => line.startsWith('  a.py:3: '));
    expect(problems).toEqual([expect.stringMatching(/ \(3 times\)$/)]);
  });
});
