import { describe, expect, it } from 'vitest';
import { cyclonedxOf } from '../../src/write/cyclonedx.ts';
import { sarifOf } from '../../src/write/sarif.ts';
import { summaryOf } from '../../src/write/summary.ts';
import { MAX_WAIT_MS, program, query, queryHostile, querySilent, serverOf, TOKEN } from './query.ts';

type Report = Awaited<ReturnType<typeof query>>;
const outputs = (report: Report) =>
  summaryOf(report) + JSON.stringify([report.document, report.diagnostics, sarifOf(report), cyclonedxOf(report)]);
const tool = ({ document }: Report, name: string) =>
  document.objects.find(
    ({ aispm_friendly_name, object_type }) => object_type === 'tool' && aispm_friendly_name === name,
  );

describe('a server over standard input and output', () => {
  it('tells its tools, resources and prompts with schemas and hints', async () => {
    const report = await query(program('good'));
    expect(serverOf(report)).toMatchObject({
      transport: 'stdio',
      title: 'Orders',
      server_version: '2.1.0',
      introspection_error: null,
    });
    expect(tool(report, 'cancel_order')).toMatchObject({
      tool_name: 'cancel_order',
      tool_source: 'mcp',
      tool_kind: 'tool',
      title: 'Cancel',
      description: 'Cancels an order.',
      is_readonly: false,
      is_destructive: true,
      is_idempotent: null,
      is_open_world: false,
      input_schema: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', description: 'The order' } },
      },
    });
    expect(tool(report, 'manual')).toMatchObject({ tool_kind: 'resource' });
    expect(tool(report, 'greet')).toMatchObject({ tool_kind: 'prompt' });
    expect(report.relations.map(({ edge, to }) => `${edge} ${to.name}`).sort()).toEqual([
      'tools cancel_order',
      'tools greet',
      'tools manual',
      'tools notes',
      'tools plain',
    ]);
    expect(report.document).toMatchObject({ scan_type: 'mcp', target: 'example.com/fixture#mcp:.mcp.json#x' });
    expect(report.diagnostics).toEqual([]);
  });

  it('has warnings for texts that instruct or hide', async () => {
    const report = await query(program('good'));
    const keys = new Map(report.document.objects.map(({ key, aispm_friendly_name }) => [key, aispm_friendly_name]));
    const findings = report.document.occurrences.map(({ rule_id, object_key }) => [
      rule_id,
      keys.get(object_key ?? ''),
    ]);
    expect(findings.sort()).toEqual([
      ['hidden-characters-in-tool-description', 'plain'],
      ['instructions-in-tool-description', 'notes'],
    ]);
    expect(report.document.rules).toBeUndefined();
    expect(summaryOf(report)).toContain(
      'high  instructions-in-tool-description\n  .mcp.json:1  tool notes: The definition of notes contains instructions for the model.',
    );
  });

  it('gets its environment, which no output shows', async () => {
    const secret = `sk-live-${'4fR9'.repeat(8)}`;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: configurations refer to variables like this
    const entry = program('good', [], { SERVER_TOKEN: '${ORDERS_TOKEN}' });
    const report = await query(entry, { environment: { ...process.env, ORDERS_TOKEN: secret } });
    expect(JSON.stringify(tool(report, 'notes'))).toContain('[REDACTED]');
    expect(outputs(report)).not.toContain(secret);
    const missing = await query(entry, { environment: {} });
    expect(serverOf(missing).introspection_error).toBe(
      'It needs the environment variable ORDERS_TOKEN, which is not set.',
    );
  });

  it('does not get the environment of this process', async () => {
    process.env.SERVER_TOKEN = 'of-the-user';
    try {
      const report = await query(program('good'));
      expect(JSON.stringify(tool(report, 'notes'))).toContain('(no token)');
    } finally {
      delete process.env.SERVER_TOKEN;
    }
  });

  it('that does not exist is reported as an error', async () => {
    const report = await query({ command: '/nowhere/at/all' });
    expect(serverOf(report).introspection_error).toBe("It can't be started (ENOENT).");
  });
});

describe('a hostile server', () => {
  it.each(['never-responds', 'never-lists'])(
    'that %s has an error when the time is over, and ends',
    async (behaviour) => {
      const { report, server, alive, pids } = await querySilent(behaviour, MAX_WAIT_MS);
      expect(server.introspection_error).toBe("It didn't respond within 60 seconds.");
      expect([pids.length > 0, alive]).toEqual([true, []]);
      expect(outputs(report)).not.toContain(TOKEN);
    },
  );

  it.each([
    ['floods', 'It sent a message of more than 16777216 bytes.'],
    ['large-response', 'It sent a message of more than 16777216 bytes.'],
    ['invalid-responses', "It printed more than 200 lines that aren't messages."],
    ['crash', 'It ended with the exit code 7. It printed last: [31mNo database; token [REDACTED]'],
    ['crash-and-tells-late', 'It ended with the exit code 7. It printed last: No database'],
    ['crash-while-listing', 'It ended with the exit code 3.'],
    ['error-response', 'It returned an error: MCP error -32603: Secret of SERVER_TOKEN=[REDACTED]'],
  ])('that %s has an error, and ends', async (behaviour, message) => {
    const { report, server, alive, pids } = await queryHostile(behaviour, { timeout: MAX_WAIT_MS });
    expect(server.introspection_error).toContain(message);
    expect([pids.length > 0, alive]).toEqual([true, []]);
    expect(outputs(report)).not.toContain(TOKEN);
  });

  it.each([
    ['endless-pages', 100, "It has more than 100 pages of tools; the rest wasn't read."],
    ['same-page', 1, 'Its pages of tools repeat; each was read once.'],
    ['many-tools', 1_000, "It offers more than 1000 tools; the rest wasn't read."],
    ['deep-schema', 1, "The inputSchema of deep isn't an object, or is too large, and was omitted."],
    ['not-a-list', 0, "Its response doesn't contain a list of tools."],
  ])('with %s has %d tools, and says why', async (behaviour, count, message) => {
    const { report, server, alive } = await queryHostile(behaviour);
    expect(server.introspection_error).toBeNull();
    expect(report.objects.filter(({ kind }) => kind === 'tool')).toHaveLength(count);
    expect(report.diagnostics.map((each) => each.message)).toEqual([`x: ${message}`]);
    expect(alive).toEqual([]);
  });

  it('cannot inject oversized strings, deep schemas or control sequences', async () => {
    const { report } = await queryHostile('strange-tools');
    expect(serverOf(report).introspection_error).toBeNull();
    const names = report.objects.filter(({ kind }) => kind === 'tool').map(({ name }) => name.slice(0, 12));
    expect(names.sort()).toEqual(['__proto__', ']0;owned bel', 'large', 'list', 'nnnnnnnnnnnn'].sort());
    expect(tool(report, 'large')).not.toHaveProperty('input_schema');
    expect(report.diagnostics.map(({ message }) => message)).toEqual([
      "x: An entry of tools isn't an object.",
      "x: An entry of tools isn't an object.",
      'x: A tool has no name.',
      "x: The inputSchema of large isn't an object, or is too large, and was omitted.",
      "x: The inputSchema of list isn't an object, or is too large, and was omitted.",
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    expect(summaryOf(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it.each(['leaves-child', 'leaves-daemon', 'ignores-signals'])(
    'that %s leaves no process behind',
    async (behaviour) => {
      const { server, pids, alive } = await queryHostile(behaviour);
      expect(server.introspection_error).toBeNull();
      expect(pids.length).toBe(behaviour === 'ignores-signals' ? 1 : 2);
      expect(alive).toEqual([]);
    },
  );
});
