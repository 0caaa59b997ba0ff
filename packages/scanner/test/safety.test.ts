import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { splitByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { scan } from '../src/index.ts';
import { cyclonedxOf } from '../src/write/cyclonedx.ts';
import { sarifOf } from '../src/write/sarif.ts';
import { summaryOf } from '../src/write/summary.ts';
import { scanSources, withFiles } from './scan-sources.ts';

const AGENT = 'from agents import Agent\n\nx = Agent(name="Visible", model="gpt-4.1")\n';

/** Everything that leaves the machine or reaches a terminal. */
function outputs(report: Awaited<ReturnType<typeof scan>>): string {
  return (
    [report.document, sarifOf(report), cyclonedxOf(report)].map((each) => JSON.stringify(each)).join('\n') +
    summaryOf(report)
  );
}

describe('hostile repositories', () => {
  it('cannot make a scan leave the tree through symbolic links', async () => {
    await withFiles({ 'secret/agent.py': AGENT.replace('Visible', 'Outside') }, (outside) =>
      withFiles({ 'inside.py': AGENT }, async (folder) => {
        symlinkSync(join(outside, 'secret'), join(folder, 'linked'));
        symlinkSync(join(outside, 'secret/agent.py'), join(folder, 'linked.py'));
        symlinkSync(folder, join(folder, 'circle'));
        const { objects } = await scan(folder, { cache: false });
        expect(objects.filter(({ kind }) => kind === 'agent').map(({ name }) => name)).toEqual(['Visible']);
      }),
    );
  });

  it.each<[string, string, string | Uint8Array]>([
    ['a file above the limit', 'big.py', `from agents import Agent\n${'# filler\n'.repeat(300_000)}`],
    ['deep parentheses', 'deep.py', `from agents import Agent\nx = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n`],
    ['deep lists', 'lists.py', `from agents import Agent\nx = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    [
      'deep blocks',
      'blocks.py',
      `from agents import Agent\n${Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}if x:`).join('\n')}\n${' '.repeat(300)}pass\n`,
    ],
    ['a long chain of calls', 'chain.py', `from agents import Agent\nx = a${'.b()'.repeat(20_000)}\n`],
    ['a line of 100 kB', 'minified.py', `from agents import Agent;${'a=1;'.repeat(25_000)}\n`],
    [
      'bytes that are no UTF-8',
      'latin.py',
      Buffer.from([...Buffer.from('from agents import Agent\nx = "'), 0xe9, 0xff, 0x00, 0xfe, ...Buffer.from('"\n')]),
    ],
    ['a broken notebook', 'broken.ipynb', '{"cells": ['],
    [
      'a notebook with large outputs',
      'outputs.ipynb',
      JSON.stringify({
        cells: [{ cell_type: 'code', source: 'from agents import Agent', outputs: [{ data: 'x'.repeat(5_000_000) }] }],
      }),
    ],
    ['deep JSON', 'mcp.json', `{"mcpServers": ${'['.repeat(100_000)}`],
    [
      'YAML whose aliases grow without end',
      'mcp-servers.yaml',
      `mcpServers:\n  a: &a [x, x]\n${Array.from({ length: 40 }, (_, index) => `  b${index}: &b${index} [*${index === 0 ? 'a' : `b${index - 1}`}, *${index === 0 ? 'a' : `b${index - 1}`}]`).join('\n')}\n`,
    ],
    ['front matter that is not YAML', 'x.agent.md', '---\nname: [unclosed\ndescription: a: b: c\n---\nBody\n'],
    [
      'bait for regular expressions',
      'bait.py',
      `from agents import Agent\nx = "${'api_key = '.repeat(20_000)}"\ny = "${'a'.repeat(100_000)}://${':'.repeat(1_000)}"\n`,
    ],
    [
      'functions that call each other',
      'circle.py',
      'from agents import Agent\ndef a(x): return b(x)\ndef b(x): return a([x, x])\ny = Agent(name=a(1), tools=b(a(b(2))))\nz = z + z\n',
    ],
  ])('survives %s', async (_, path, content) => {
    const { names } = await scanSources({ [path]: content, 'fine.py': AGENT });
    expect(names('agent')).toContain('Visible');
  });

  /** What each of several steps makes of the last one: twice as much or more. */
  const GROWTH: [string, (next: string, last: string) => string][] = [
    ['lists that are extended', (next, last) => `${next} = []\n${next}.extend(${last})\n${next}.extend(${last})\n`],
    ['sums', (next, last) => `${next} = ${last} + ${last}\n`],
    ['lists with the items of others', (next, last) => `${next} = [*${last}, *${last}]\n`],
    ['lists in lists', (next, last) => `${next} = [${last}, ${last}, ${last}, ${last}]\n`],
    ['dictionaries in dictionaries', (next, last) => `${next} = {"a": ${last}, "b": ${last}, "c": ${last}}\n`],
    ['comprehensions', (next, last) => `${next} = [each for each in [*${last}, *${last}]]\n`],
    ['nested comprehensions', (next, last) => `${next} = [one for one in ${last} for two in ${last}]\n`],
    [
      'dictionaries that are updated',
      (next, last) => `${next} = dict(${last})\n${next}.update(${last})\n${next}.update(${last})\n`,
    ],
    ['additions', (next, last) => `${next} = ${last}\n${next} += ${last}\n`],
    ['functions with any number of arguments', (next, last) => `${next} = join(*${last}, *${last})\n`],
    ['templates', (next, last) => `${next} = f"{${last}}{${last}}"\n`],
    ['choices', (next, last) => `${next} = ${last} if x else [${last}, [${last}], [${last}, x]]\n`],
  ];
  /** More steps are too deep to be evaluated. */
  const STEPS = 24;

  describe.each(splitByHash(GROWTH, ([name]) => name, 3))('whose values grow', ({ tags, cases }) => {
    it.each(cases)('are scanned completely: %s', { tags }, async (_, step) => {
      const steps = (of: string, first: string) =>
        `${of}0 = ${first}\n${Array.from({ length: STEPS }, (_, index) => step(`${of}${index + 1}`, `${of}${index}`)).join('')}`;
      const { names } = await scanSources({
        'growth.py':
          'from agents import Agent\n\ndef join(*parts):\n    return parts\n\n' +
          steps('listed', '["first"]') +
          steps('named', '{"one": "first"}') +
          steps('text', '"first"') +
          `x = Agent(name="Large", model=listed${STEPS}, tools=listed${STEPS}, handoffs=named${STEPS}, instructions=text${STEPS})\n`,
        'growth.ts':
          "import { Agent } from '@openai/agents';\nconst a0 = ['first'];\n" +
          Array.from({ length: STEPS }, (_, index) => `const a${index + 1} = a${index}.concat(a${index});\n`).join('') +
          `export const x = new Agent({ name: 'Also large', tools: a${STEPS} });\n`,
        'fine.py': AGENT,
      });
      expect(names('agent')).toEqual(['Also large', 'Large', 'Visible']);
    });
  });

  it('reports what it does not read', async () => {
    const { report } = await scanSources({
      'big.py': `from agents import Agent\n${'# filler\n'.repeat(300_000)}`,
      'broken.py': 'from agents import Agent\nx = = 1\n',
    });
    expect(report.diagnostics.map(({ file, kind }) => `${kind} ${file}`)).toEqual([
      'unreadable big.py',
      'syntax broken.py',
    ]);
  });

  it.each([
    ['.mcp.json', `{"mcpServers": ${'['.repeat(600)}${']'.repeat(600)}}`],
    ['mcp-servers.yaml', `mcpServers: ${'['.repeat(600)}${']'.repeat(600)}\n`],
  ])('reports that %s is nested too deep', async (path, content) => {
    const { report } = await scanSources({ [path]: content });
    expect(report.diagnostics).toMatchObject([
      { file: path, message: "The file is nested too deeply and wasn't read." },
    ]);
  });

  it('cannot inject control sequences into a terminal', async () => {
    const name = '\\x1b[31mred\\x07 \\u202e';
    const { report } = await scanSources({
      'a\u001b[2J.py': `from agents import Agent\nx = Agent(name="${name}", tools=[unknown_thing])\n`,
      '.mcp.json': JSON.stringify({ mcpServers: { '\u001b]0;title\u0007': { command: 'npx', args: ['x'] } } }),
    });
    expect(summaryOf(report)).toContain('red');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(summaryOf(report)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  });

  it('cannot hide letters in a name, which keeps the joiners that its language needs', async () => {
    const { report } = await scanSources({
      'a.py': [
        'from agents import Agent',
        'x = Agent(name="Claims\u{e0100}Triage")',
        'y = Agent(name="می\u200cخواهم 葛\u{e0100} 👩\u200d💻", tools=[Hidden\u3164tool])',
      ].join('\n'),
    });
    const names = report.document.objects.flatMap(({ aispm_friendly_name: name, object_type }) =>
      object_type === 'agent' ? [name] : [],
    );
    expect(names.sort()).toEqual(['Claims Triage', 'می\u200cخواهم 葛\u{e0100} 👩\u200d💻']);
    expect(summaryOf(report)).toContain('Claims\\ue0100Triage');
    expect(summaryOf(report)).toContain('می\u200cخواهم 葛\u{e0100} 👩\u200d💻');
  });
});

/** Letters and digits that look random, and are the same in every run. */
const random = (seed: number, length: number) =>
  createHash('sha512')
    .update(`secret ${seed}`)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '7')
    .slice(0, length);

/** Twenty kinds of secrets; the number makes them different. They are made here, so that no file contains one. */
const SECRETS: Record<string, (seed: number) => string> = {
  openai: (seed) => `sk-${random(seed, 40)}`,
  'openai project': (seed) => `sk-proj-${random(seed, 48)}`,
  anthropic: (seed) => `sk-ant-api03-${random(seed, 60)}`,
  github: (seed) => `ghp_${random(seed, 36)}`,
  'github fine-grained': (seed) => `github_pat_${random(seed, 40)}`,
  gitlab: (seed) => `glpat-${random(seed, 20)}`,
  'aws key': (seed) => `AKIA${random(seed, 16).toUpperCase()}`,
  slack: (seed) => `xoxb-${random(seed, 30)}`,
  google: (seed) => `AIza${random(seed, 35)}`,
  stripe: (seed) => `sk_live_${random(seed, 24)}`,
  'hugging face': (seed) => `hf_${random(seed, 34)}`,
  groq: (seed) => `gsk_${random(seed, 48)}`,
  tavily: (seed) => `tvly-${random(seed, 32)}`,
  jwt: (seed) => `eyJ${random(seed, 20)}.eyJ${random(seed + 1, 20)}.${random(seed + 2, 20)}`,
  bearer: (seed) => `Bearer ${random(seed, 30)}`,
  'url password': (seed) => `postgres://user:${random(seed, 16)}@db.internal/x`,
  npm: (seed) => `npm_${random(seed, 36)}`,
  telegram: (seed) => `12345678${seed % 10}:${random(seed, 35)}`,
  'private key': (seed) => `-----BEGIN PRIVATE KEY-----\\n${random(seed, 60)}\\n-----END PRIVATE KEY-----`,
  'named setting': (seed) => `password=${random(seed, 18)}`,
};

describe('secrets', () => {
  it.each(Object.entries(SECRETS))('of type %s are not in any output', async (_, create) => {
    const secrets = Array.from({ length: 10 }, (__, index) => create(index + 1));
    const [
      first = '',
      second = '',
      third = '',
      fourth = '',
      fifth = '',
      sixth = '',
      seventh = '',
      eighth = '',
      ninth = '',
      tenth = '',
    ] = secrets;
    const { report } = await scanSources({
      'agent.py': `from agents import Agent, function_tool, handoff
from agents.mcp import MCPServerStdio
KEY = "${first}"
@function_tool(description_override="${second}")
def call(value: str = "${third}"):
    """Calls with ${fourth}."""
s = MCPServerStdio(name="s", params={"command": "npx", "args": ["pkg", "--token", "${fifth}"], "env": {"API_TOKEN": "${sixth}"}})
x = Agent(name="A", instructions="Use ${seventh}", model="gpt-4.1", tools=[call], mcp_servers=[s], handoff_description="${eighth}")
`,
      '.mcp.json': `{"mcpServers": {"a": {"command": "npx", "args": ["-y", "pkg", "${ninth}"], "env": {"MY_API_KEY": "${tenth}", "PLAIN": "${first}"}}}}`,
    });
    expect(report.objects.length).toBeGreaterThan(3);
    const text = outputs(report);
    // The part that nobody can guess.
    for (const secret of secrets) expect(text).not.toContain(secret.replace(/^.*?(\w{12,}).*$/s, '$1'));
  });

  it('of MCP servers are redacted, and the names of their variables remain', async () => {
    const { report } = await scanSources({
      '.mcp.json':
        '{"mcpServers": {"a": {"command": "npx", "args": ["pkg"], "env": {"MY_API_KEY": "0f8e7d6c5b4a", "OTHER_TOKEN": "<your token>"}}}}',
    });
    const [snippet] = report.document.locations.map((location) => location.snippet);
    expect(snippet).toContain('"MY_API_KEY": "[REDACTED]"');
    expect(snippet).toContain('"OTHER_TOKEN": "<your token>"');
  });
});

it('a scan ends when a tool is created from itself', async () => {
  const { names } = await scanSources({
    'Tools.cs': `using Microsoft.Extensions.AI;

public static class Tools
{
    public static object Create(object method) => Build(AIFunctionFactory.Create(method));

    public static object Build(object method) => Create(AIFunctionFactory.Create(method));

    public static void Add() => Create(AIFunctionFactory.Create(Weigh));

    public static string Weigh() => "";
}
`,
  });
  expect(names('tool')).toEqual(['Weigh']);
});
