import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import { freePort } from '@aispm/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';
import { withFiles } from './scan-sources.ts';
import { type Received, type Response, stubEnvironment, withService } from './scripted-service.ts';

const FILES = { 'desk/agents.py': 'from agents import Agent\n\ndesk = Agent(name="Desk", model="gpt-4.1")\n' };

const cache = mkdtempSync(join(tmpdir(), 'scanner-cache-'));

beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const scanAs = (status: string, more = {}) => ({
  scan_id: 's1',
  status,
  progress: 1,
  ai_object_count: 2,
  resolution_count: 1,
  error_message: null,
  ...more,
});
const finding = (severity: string, rule: string, line: number, more = {}) => ({
  definitive_severity: severity,
  rule_id: rule,
  object_type: 'mcp_server',
  aispm_friendly_name: 'files',
  message: 'It is open.',
  fingerprint: 'f'.repeat(64),
  location: { file_path: 'desk/agents.py', start_line: line },
  ...more,
});
const RULES = [
  {
    rule_id: 'open-server',
    rule_name: 'Open server',
    rule_description: 'A server is open.',
    remediation: { summary: 'Close it.', steps: ['Add a key.'], references: [] },
  },
];

/** Responds as the service does when a scan has ended with findings. @param results those of the scan, in the order of the findings */
function completed(findings: readonly object[], results = findings): (request: Received) => Response {
  const identify = (items: readonly object[]) =>
    items.map((item, index) => ({ fine_grained_issue_id: `f${index}`, ...item }));
  return ({ method, path }) => {
    if (method === 'POST') return [202, scanAs('queued')];
    if (path === '/scans/s1') return [200, scanAs('completed')];
    if (path === '/scans/s1/results') return [200, { items: identify(results), cursor: '' }];
    return [200, { items: path === '/rules' ? RULES : identify(findings), cursor: '' }];
  };
}

const upload = (...args: string[]) => withFiles(FILES, (folder) => runCommand(folder, '--upload', ...args));

describe('an upload', () => {
  it('prints severity, rule, location, object and remedy of each finding', async () => {
    const findings = [
      finding('high', 'open-server', 12),
      finding('high', 'open-server', 3),
      finding('low', 'unknown-rule', 3, { object_type: 'agent', aispm_friendly_name: 'Desk', location: null }),
    ];
    const { code, out, err } = await withService(completed(findings), () => upload());
    expect([code, err]).toEqual([0, '']);
    expect(out.slice(out.indexOf('Findings'))).toBe(`Findings: 3 (2 high, 1 low)

high  open-server
  desk/agents.py:3  MCP server files: It is open.
  desk/agents.py:12  MCP server files: It is open.
  Remedy: Close it.

low  unknown-rule
  no location  agent Desk: It is open.

Uploaded as scan s1: 2 objects, 1 finding resolved.
`);
  });

  it('prints the location in its own target of a finding that several targets have', async () => {
    const respond = completed(
      [finding('high', 'open-server', 12)],
      [{ location: { file_path: '.mcp.json', start_line: 1 } }],
    );
    const { out } = await withService(respond, () => upload());
    expect(out).toContain('  .mcp.json:1  MCP server files: It is open.');
    expect(out).not.toContain('desk/agents.py:12');
  });

  it('prints nothing that a terminal would interpret', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\r\nfake: line\u009b1m';
    const findings = [
      finding('high', `open-server${evil}`, 3, {
        message: evil,
        aispm_friendly_name: evil,
        location: { file_path: `a${evil}.py`, start_line: 1 },
      }),
    ];
    const { out } = await withService(
      (request) => {
        if (request.path !== '/rules') return completed(findings)(request);
        const [rule] = RULES;
        const remediation = { summary: evil, steps: [], references: [] };
        return [200, { items: [{ ...rule, rule_id: `open-server${evil}`, remediation }], cursor: '' }];
      },
      () => upload(),
    );
    expect(out).toContain('\\u001b]0;owned\\u0007\\u001b[2J\\u202e\\u000d fake: line\\u009b1m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not occur
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  it.each([
    ['info', 1],
    ['high', 1],
    ['critical', 0],
  ])('with a finding of high severity and --fail-on %s exits with %d', async (severity, expected) => {
    const respond = completed([finding('high', 'open-server', 3)]);
    const { code, err } = await withService(respond, () => upload('--fail-on', severity));
    expect(code).toBe(expected);
    expect(err).toBe(expected === 0 ? '' : `aispm-scan: 1 finding reaches the severity "${severity}" (--fail-on).\n`);
  });

  it('requests the findings of its scan that are not suppressed', async () => {
    const queries: URLSearchParams[] = [];
    const respond = completed([]);
    await withService(
      (request) => {
        if (request.path === '/fine-grained-issues') queries.push(request.query);
        return respond(request);
      },
      () => upload(),
    );
    expect(queries.map((query) => [query.getAll('result_of_scan_id'), query.getAll('status')])).toEqual([
      [['s1'], ['open', 'in_progress']],
    ]);
  });

  it('puts findings and their rules into SARIF', async () => {
    const respond = completed([finding('high', 'open-server', 3)]);
    const { out } = await withService(respond, () => upload('--output', 'sarif'));
    const [run] = JSON.parse(out).runs;
    expect(run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'open-server')).toMatchObject({
      level: 'error',
      message: { text: 'It is open.' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'desk/agents.py' }, region: { startLine: 3 } } }],
    });
    expect(run.tool.driver.rules).toContainEqual({
      id: 'open-server',
      shortDescription: { text: 'Open server' },
      fullDescription: { text: 'A server is open.' },
      help: { text: 'Close it.\n- Add a key.' },
    });
  });

  it('survives lost connections and a restart of the service, and submits the scan once', async () => {
    const keys: unknown[] = [];
    const looks: Response[] = ['drop', [503, '<h1>Restarting</h1>'], [200, scanAs('running')]];
    const respond = completed([]);
    const { code, out } = await withService(
      (request) => {
        if (request.method === 'POST' && keys.push(request.headers['idempotency-key']) === 1) return 'drop';
        return request.path === '/scans/s1' ? (looks.shift() ?? respond(request)) : respond(request);
      },
      () => upload(),
    );
    expect([code, looks]).toEqual([0, []]);
    expect(out).toContain('No findings\n\nUploaded as scan s1');
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  });

  it('works with the mock of the API', async () => {
    const mock = await (await createMock({ stateful: true })).listen({ port: 0 });
    // The mock takes seconds for a scan: its clock is ahead by one more minute with each request.
    vi.useFakeTimers({ toFake: ['Date'] });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => {
      vi.setSystemTime(Date.now() + 60_000);
      return fetch(...args);
    });
    try {
      stubEnvironment(mock.url);
      const { code, out, err } = await upload('--fail-on', 'critical');
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/No findings\n\nUploaded as scan \S+: \d+ objects/);
    } finally {
      vi.unstubAllGlobals();
      vi.useRealTimers();
      await mock.close();
    }
  });
});

const problem = (status: number, message: string, details?: object): Response => [
  status,
  { code: status, message, ...(details && { details }) },
];

describe('an upload that fails', () => {
  it.each<[string, Response, string]>([
    [
      'an unknown key',
      problem(401, 'The API key is not valid.'),
      'The service responded with 401: The API key is not valid (request r-7). Set AISPM_TOKEN to a valid API key.',
    ],
    [
      'a key without access',
      problem(403, 'The key may only read.'),
      'The service responded with 403: The key may only read (request r-7). Use an API key that may write to the workspace AISPM_WORKSPACE of the tenant AISPM_TENANT.',
    ],
    [
      'a document that contradicts itself',
      problem(422, 'The document is inconsistent.', { 'body/edges/0': 'refers to\nnothing\u001b[1m' }),
      'The service responded with 422: The document is inconsistent; body/edges/0: refers to nothing\\u001b[1m (request r-7). Save the document with --output scan, and report it to the authors of the scanner.',
    ],
    [
      'a page of a proxy',
      [404, '<h1>Not found</h1>'],
      'BASE responded with 404, and not as the AISPM API does. Check AISPM_BASE_URL: it ends with the version of the API, such as /api/v1.',
    ],
    [
      'a page that is no API',
      [202, '<h1>Welcome</h1>'],
      'BASE is not the AISPM API. Check AISPM_BASE_URL: it ends with the version of the API, such as /api/v1.',
    ],
  ])('reports %s in one line with a remedy', async (_, response, expected) => {
    await withService(
      () => response,
      async (baseUrl) => {
        const { code, err } = await upload();
        expect([code, err]).toEqual([3, `aispm-scan: ${expected.replace('BASE', baseUrl)}\n`]);
      },
    );
  });

  it("reports a service that can't be reached", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/api/v1`;
    stubEnvironment(baseUrl);
    const { code, out, err } = await upload();
    expect([code, err]).toEqual([
      3,
      `aispm-scan: No connection to ${baseUrl}: ECONNREFUSED. Check AISPM_BASE_URL and the network.\n`,
    ]);
    expect(out).toContain('1 agent');
  });

  it('reports why the service could not process the scan', async () => {
    const failed = scanAs('failed', { error_message: 'The disk is full.\u0007' });
    const { code, err } = await withService(
      ({ method }) => (method === 'POST' ? [202, scanAs('queued')] : [200, failed]),
      () => upload(),
    );
    expect([code, err]).toEqual([3, 'aispm-scan: The scan s1 has failed: The disk is full.\\u0007\n']);
  });

  it.each([
    [{ AISPM_TOKEN: '' }, '--upload needs the environment variable AISPM_TOKEN. See aispm-scan --help.'],
    [
      { AISPM_TENANT: '', AISPM_WORKSPACE: ' ' },
      '--upload needs the environment variables AISPM_TENANT, AISPM_WORKSPACE. See aispm-scan --help.',
    ],
    [{ AISPM_TOKEN: 'Bearer aispm_x' }, 'AISPM_TOKEN must be the API key without "Bearer".'],
    [{ AISPM_TOKEN: 'a\nb' }, 'AISPM_TOKEN must be an API key, without spaces and breaks.'],
    [
      { AISPM_BASE_URL: 'https://ann:pass@example.com?x=1' },
      'AISPM_BASE_URL must be the URL of the API, such as https://aispm.example.com/api/v1.',
    ],
  ])('does not even scan with the environment %j', async (environment, expected) => {
    stubEnvironment('http://127.0.0.1:1/api/v1');
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    expect(await upload()).toEqual({ code: 3, out: '', err: `aispm-scan: ${expected}\n` });
  });
});
