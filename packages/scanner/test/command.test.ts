import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../src/command.ts';
import { withFiles } from './scan-sources.ts';

const FILES = {
  'desk/agents.py':
    'from agents import Agent, function_tool\n\n@function_tool\ndef lookup(order: str) -> str:\n    return order\n\ndesk = Agent(name="Desk", model="gpt-4.1", tools=[lookup])\n',
  '.mcp.json': '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example.com/mcp"}}}',
  '.github/CODEOWNERS': '/desk/ @desk-team\n',
};

const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));

beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});

afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** Runs the command in this process. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    return { code: await main(args), out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

describe('the command', () => {
  it('prints a summary with locations and relations', async () => {
    const { code, out } = await withFiles(FILES, (folder) => run(folder));
    expect(code).toBe(0);
    expect(out).toContain('  Desk  desk/agents.py:7\n      model: gpt-4.1\n      tools: lookup\n');
    expect(out).toContain('1 agent, 1 tool, 1 model, 1 MCP server in 3 files');
  });

  it.each([
    ['scan', (content: Record<string, unknown>) => content.scan_type, 'code'],
    ['sarif', (content: Record<string, unknown>) => content.version, '2.1.0'],
    ['cyclonedx', (content: Record<string, unknown>) => content.bomFormat, 'CycloneDX'],
  ])('writes %s', async (format, read, expected) => {
    const { code, out } = await withFiles(FILES, (folder) => run(folder, '--output', format));
    expect(code).toBe(0);
    expect(read(JSON.parse(out))).toBe(expected);
    expect(out).toContain('Desk');
  });

  it('names the owners of CODEOWNERS', async () => {
    const { out } = await withFiles(FILES, (folder) => run(folder, '--output', 'scan'));
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

  it('explains an object with the code that led to it', async () => {
    const { code, out } = await withFiles(FILES, (folder) => run(folder, '--explain', 'Desk'));
    expect(code).toBe(0);
    expect(out).toContain('desk/agents.py:7:8  a call of agents:Agent');
    expect(out).toContain('7 | desk = Agent(name="Desk"');
  });

  it('excludes paths', async () => {
    const { out } = await withFiles(FILES, (folder) => run(folder, '--exclude', 'desk/'));
    expect(out).not.toContain('Desk');
  });

  it('reports only what differs from a reference', async () => {
    await withFiles(FILES, async (folder) => {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'pipe' });
      git('init', '-q');
      git('add', '-A');
      git('commit', '-q', '-m', 'First');
      mkdirSync(join(folder, 'new'));
      writeFileSync(join(folder, 'new/x.py'), 'from agents import Agent\nx = Agent(name="Added")\n');
      git('add', '-A');
      const { out } = await run(folder, '--since', 'HEAD');
      expect(out).toContain('Added  new/x.py:2');
      expect(out).not.toContain('Desk');
      writeFileSync(join(folder, 'desk/agents.py'), `${FILES['desk/agents.py']}key = "ghp_${'a1B2'.repeat(9)}"\n`);
      expect((await run(folder, '--since', 'HEAD')).out).toContain('(secret-in-agent-code)');
      git('commit', '-q', '-a', '-m', 'Second');
      writeFileSync(join(folder, 'new/x.py'), 'from agents import Agent\ny = Agent(name="Later")\n');
      expect((await run(folder, '--since', 'HEAD')).out).not.toContain('(secret-in-agent-code)');
      const unknown = await run(folder, '--since', 'nowhere');
      expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('git cannot compare with "nowhere"')]);
    });
  });

  it.each([
    [['--output', 'xml'], '--output must be one of summary, scan, sarif, cyclonedx; got "xml".'],
    [['--since', 'main', '--upload'], '--since cannot be used with --upload'],
    [['--fail-on', 'high'], '--fail-on needs --upload'],
    [['--nothing'], 'See aispm-scan --help.'],
    [['/nowhere/at/all'], 'There are no files to read in /nowhere/at/all.'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

describe('an upload', () => {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await (await createMock({ stateful: true })).listen({ port: 0 });
  });
  afterAll(() => mock?.close());
  afterEach(() => vi.unstubAllEnvs());

  it('needs its environment', async () => {
    vi.stubEnv('AISPM_BASE_URL', '');
    const { code, err } = await withFiles(FILES, (folder) => run(folder, '--upload'));
    expect([code, err]).toEqual([3, expect.stringContaining('AISPM_BASE_URL')]);
  });

  it('sends the document, waits for the scan, and prints its findings', async () => {
    vi.stubEnv('AISPM_BASE_URL', mock.url);
    vi.stubEnv('AISPM_TOKEN', 't');
    vi.stubEnv('AISPM_TENANT', 'halden-freight');
    vi.stubEnv('AISPM_WORKSPACE', 'production');
    const { code, out, err } = await withFiles(FILES, (folder) => run(folder, '--upload', '--fail-on', 'critical'));
    expect(err).toBe('');
    expect(out).toMatch(/No findings\n\nUploaded as scan \S+: \d+ objects/);
    expect(code).toBe(0);
  });

  it.each([
    ['high', 1],
    ['critical', 0],
  ])('with a finding of high severity and --fail-on %s exits with %d', async (severity, expected) => {
    const scanned = { scan_id: 's1', status: 'completed', ai_object_count: 4, num_resolutions: 0 };
    const location = { file_path: 'desk/agents.py', start_line: 7 };
    const finding = { definitive_severity: 'high', rule_id: 'r1', message: 'Bad.', location, resolved_at: null };
    const server = createServer((request, response) => {
      const body = request.method === 'POST' ? scanned : { items: [finding], cursor: '' };
      response.writeHead(request.method === 'POST' ? 202 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      vi.stubEnv('AISPM_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
      for (const name of ['AISPM_TOKEN', 'AISPM_TENANT', 'AISPM_WORKSPACE']) vi.stubEnv(name, 'x');
      const { code, out } = await withFiles(FILES, (folder) => run(folder, '--upload', '--fail-on', severity));
      expect(out).toContain('  high      desk/agents.py:7  Bad. (r1)');
      expect(code).toBe(expected);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('reports a service that cannot be reached', async () => {
    vi.stubEnv('AISPM_BASE_URL', 'http://127.0.0.1:1/api/v1');
    vi.stubEnv('AISPM_TOKEN', 't');
    vi.stubEnv('AISPM_TENANT', 'a');
    vi.stubEnv('AISPM_WORKSPACE', 'b');
    const { code, err } = await withFiles(FILES, (folder) => run(folder, '--upload'));
    expect([code, err]).toEqual([3, expect.stringContaining('The service at http://127.0.0.1:1 cannot be used')]);
  });
});
