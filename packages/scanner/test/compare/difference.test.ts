import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { compareDocuments, type Difference } from '../../src/compare/difference.ts';
import { differenceMarkdown, differenceText } from '../../src/write/difference.ts';
import { scanSources } from '../scan-sources.ts';

const SERVER = 'tariffs = MCPServerStreamableHttp(name="tariffs", params={"url": "http://tariffs.example.com/mcp"})';
/** Lines of a program that each add something; the first two are imports. */
const LINES = [
  'from agents import Agent, function_tool',
  'from agents.mcp import MCPServerStreamableHttp',
  SERVER,
  'billing = Agent(name="Billing", model="gpt-4.1-mini")',
  'orders = Agent(name="Orders", model="chatgpt-4o-latest", handoffs=[billing], mcp_servers=[tariffs])',
  'pilot = Agent(name="Pilot", model="gpt-4.1")',
];

async function scanLines(lines: readonly string[]) {
  const { report } = await scanSources({ 'desk.py': `${lines.join('\n')}\n` });
  return report.document;
}

async function compareLines(before: readonly string[], after: readonly string[]): Promise<Difference> {
  return compareDocuments(await scanLines(before), await scanLines(after));
}

/** Names what differs. */
function describeDifference({ components, relations, findings }: Difference) {
  const names = (list: Difference['components']['added']) =>
    list.map(({ object }) => object.aispm_friendly_name).sort();
  const ends = (list: Difference['relations']['added']) =>
    list.map(({ from, edge, to }) => `${from.aispm_friendly_name} ${edge} ${to.aispm_friendly_name}`).sort();
  const rules = (list: Difference['findings']['added']) => list.map(({ rule }) => rule.rule_id).sort();
  return {
    components: [names(components.added), names(components.removed)],
    relations: [ends(relations.added), ends(relations.removed)],
    findings: [rules(findings.added), rules(findings.removed)],
  };
}

describe('the difference of two scans', () => {
  it('has new components, relations and findings', async () => {
    expect(describeDifference(await compareLines(LINES.slice(0, 4), LINES.slice(0, 5)))).toEqual({
      components: [['Orders', 'chatgpt-4o-latest'], []],
      relations: [['Orders mcp_servers tariffs', 'Orders models chatgpt-4o-latest', 'Orders sub_agents Billing'], []],
      findings: [['floating-model-alias', 'mcp-server-without-auth'], []],
    });
  });

  it('has the fields that changed, before and after', async () => {
    const before = LINES.slice(0, 5);
    const after = before.map((line) => (line === SERVER ? line.replace('http:', 'https:') : line));
    const { components, findings } = await compareLines(before, after);
    expect(components.changed.map(({ object, fields }) => [object.aispm_friendly_name, fields])).toEqual([
      [
        'tariffs',
        [{ name: 'url', before: 'http://tariffs.example.com/mcp', after: 'https://tariffs.example.com/mcp' }],
      ],
    ]);
    expect(findings.removed.map(({ rule }) => rule.rule_id)).toEqual(['plain-http-mcp-server']);
  });

  it('has findings that became more severe', async () => {
    const document = await scanLines(LINES.slice(0, 5));
    const tool = {
      key: 'tool',
      stable_key: 'example/tool',
      object_type: 'tool',
      aispm_friendly_name: 'delete',
      tool_name: 'delete',
      tool_source: 'mcp',
      tool_kind: 'tool',
      is_destructive: true,
    } as const;
    const server = document.objects.find(({ object_type: type }) => type === 'mcp_server')?.key ?? '';
    const { findings } = compareDocuments(document, {
      ...document,
      objects: [...document.objects, tool],
      edges: [...document.edges, { from_key: server, edge: 'tools', to_key: 'tool' }],
    });
    expect(findings.raised.map(({ rule, before, severity }) => [rule.rule_id, before, severity])).toEqual([
      ['mcp-server-without-auth', 'high', 'critical'],
    ]);
  });

  it('is empty when lines have moved', async () => {
    const moved = [...LINES.slice(0, 2), '', '# Moved', '', ...LINES.slice(2)];
    const difference = await compareLines(LINES, moved);
    expect(differenceText(difference)).toBe('no changes\n');
    expect(differenceMarkdown(difference)).toBe('### AI components: no changes\n');
  });

  it('is the opposite in the other direction, and empty for the same scan', async () => {
    const selections = fc.subarray(LINES.slice(2)).map((lines) => [...LINES.slice(0, 2), ...lines]);
    await fc.assert(
      fc.asyncProperty(selections, selections, async (one, other) => {
        const [before, after] = [await scanLines(one), await scanLines(other)];
        const [forward, backward] = [compareDocuments(before, after), compareDocuments(after, before)];
        const reversed = (pair: readonly string[][]) => [pair[1], pair[0]];
        const expected = describeDifference(backward);
        expect(describeDifference(forward)).toEqual({
          components: reversed(expected.components),
          relations: reversed(expected.relations),
          findings: reversed(expected.findings),
        });
        expect(differenceText(compareDocuments(after, after))).toBe('no changes\n');
      }),
      { numRuns: 15 },
    );
  });
});

describe('the Markdown of a difference', () => {
  it('lists new findings in a table, with their remedies', async () => {
    const text = differenceMarkdown(await compareLines(LINES.slice(0, 2), LINES.slice(0, 5)));
    expect(text).toContain('| high | `plain-http-mcp-server` | `desk.py:3` | ');
    expect(text).toContain(' | Serve it over HTTPS. |\n');
  });

  it.each([
    ['a mention', '@octo'],
    ['a code span', '`` ` ``'],
    ['a table', 'a | b'],
    ['an image', '![x](https://example.com/x.png)'],
    ['an element', '<img src=x onerror=y>'],
    ['a line break', 'a\\n# b'],
    ['an escape sequence', '\\x1b[31mred'],
  ])('shows %s in a name as text', async (_, name) => {
    const model = `Agent(name="${name}", model="chatgpt-4o-latest")`;
    const text = differenceMarkdown(await compareLines(LINES.slice(0, 2), [...LINES.slice(0, 2), model]));
    // Without code spans, nothing of the name's markup is left.
    const rest = text.replaceAll(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
    expect(text).not.toContain(String.fromCharCode(27));
    expect(rest).not.toMatch(/(?<!\\)[@<>![\]]|https?:/);
    for (const row of text.split('\n').filter((line) => line.startsWith('| '))) {
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
    }
  });

  it('says how many findings the table leaves out', async () => {
    const servers = Array.from({ length: 60 }, (_, index) => SERVER.replaceAll('tariffs', `tariffs_${index}`));
    const text = differenceMarkdown(await compareLines(LINES.slice(0, 2), [...LINES.slice(0, 2), ...servers]));
    expect(text.match(/^\| high \|/gm)).toHaveLength(50);
    expect(text).toContain('\n\nand 10 more\n');
  });

  it('is shorter than a comment may be, and says what is missing', async () => {
    const agents = Array.from(
      { length: 400 },
      (_, index) => `Agent(name="${'x'.repeat(200)}${index}", model="gpt-${index}")`,
    );
    const text = differenceMarkdown(await compareLines(LINES.slice(0, 2), [...LINES.slice(0, 2), ...agents]));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/^and \d+ more$/m);
  });
});
