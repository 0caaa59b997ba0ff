import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import type { ScanReport } from '../src/index.ts';
import { scanSources } from './scan-sources.ts';

const SOURCE = `from agents import Agent, function_tool
from typing import Literal

MODEL = "gpt-4.1"


@function_tool
def lookup(order: str, kind: Literal["open", "closed"] = "open") -> str:
    """Looks up an order."""
    if order:
        return order
    return kind


tools = [lookup]
orders = Agent(
    name="Orders",
    instructions="Be exact.",
    model=MODEL,
    tools=tools,
)
triage = Agent(name="Triage", model=MODEL, handoffs=[orders])
orders.handoffs.append(triage)
`;

const LINES = SOURCE.split('\n');

/** Everything but the positions. */
function withoutPositions({ document }: ScanReport): unknown {
  const { locations, ...rest } = document;
  return { ...rest, locations: locations.map(({ key, stable_key }) => ({ key, stable_key })) };
}

describe('scans', () => {
  it('have the same result after changes of whitespace and comments', async () => {
    const { report: expected } = await scanSources({ 'a.py': SOURCE });
    const added = fc.constantFrom('', '# a comment', '#: Agent(name="x")', '\t# tab');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(LINES.length), added), { maxLength: 8 }), async (insertions) => {
        const lines = [...LINES];
        for (const [position, line] of insertions) lines.splice(position, 0, line);
        const source = lines.join('\n').replace(/\n/g, insertions.length % 2 === 0 ? '\n' : '\r\n');
        const { report } = await scanSources({ 'a.py': source });
        expect(withoutPositions(report)).toEqual(withoutPositions(expected));
      }),
      { numRuns: 25 },
    );
  });

  it('have the same result after reformatting', async () => {
    const { report: expected } = await scanSources({ 'a.py': SOURCE });
    const reformatted = SOURCE.replace(
      /Agent\(\n([\s\S]*?)\n\)/,
      (_, body: string) => `Agent(${body.replaceAll(/\s*\n\s*/g, ' ').trim()})`,
    )
      .replaceAll('"', "'")
      .replace("'''Looks up an order.'''", '"""Looks up an order."""')
      .replace('lookup(order: str, kind', 'lookup(\n    order: str,\n    kind');
    const { report } = await scanSources({ 'a.py': reformatted });
    expect(withoutPositions(report)).toEqual(withoutPositions(expected));
  });

  it('never throw when a line is missing', async () => {
    for (let index = 0; index < LINES.length; index += 1) {
      const { report } = await scanSources({ 'a.py': LINES.toSpliced(index, 1).join('\n') });
      expect(report.document.scan_type).toBe('code');
    }
  });

  it('are the same in every folder', async () => {
    const files = {
      'b/x.py': SOURCE,
      'a/y.py': SOURCE.replace('Orders', 'Other'),
      '.mcp.json': '{"mcpServers": {"a": {"command": "npx", "args": ["pkg"]}}}',
    };
    const [first, second] = [
      await scanSources(files),
      await scanSources(Object.fromEntries(Object.entries(files).reverse())),
    ];
    expect(JSON.stringify(second.report.document)).toBe(JSON.stringify(first.report.document));
  });
});
