/** The reports of the scanner, imported by AISPM: nothing that they list is lost. */
import { importReport, type ReportFormat } from '@aispm/report-import';
import type { ScanDocument, ScannedObject } from '@aispm/types';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { withFiles } from './scan-sources.ts';

const FILES = {
  'desk/agents.py': `from agents import Agent, function_tool

@function_tool
def lookup(order: str) -> str:
    """Looks an order up."""
    return order

reader = Agent(name="Reader", model="gpt-4.1-mini")
desk = Agent(name="Desk", model="gpt-4.1", tools=[lookup], handoffs=[reader])
`,
  '.mcp.json': `{"mcpServers": {
    "docs": {"type": "http", "url": "https://docs.example.com/mcp"},
    "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv"]}
  }}`,
  '.github/CODEOWNERS': '/desk/ @desk-team @reader-team\n',
};

const reports = {} as Record<ReportFormat | 'scan', string>;
let scanned: ScanDocument;

beforeAll(async () => {
  await withFiles(FILES, async (folder) => {
    for (const format of ['scan', 'cyclonedx', 'sarif'] as const)
      reports[format] = (await runCommand(folder, '--output', format)).out;
  });
  scanned = JSON.parse(reports.scan);
});

/** Returns what a report can say of an object: fields that are lists of objects have no place in it. */
function withoutKey({ key: _, ...object }: ScannedObject) {
  const isSaid = (value: unknown) => typeof value !== 'object' || JSON.stringify(value).match(/^\["/);
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => name === 'labels' || isSaid(value)));
}

const listObjects = ({ objects }: ScanDocument) =>
  objects.filter(({ object_type }) => object_type !== 'asset').sort((a, b) => (a.stable_key < b.stable_key ? -1 : 1));

/** Lists edges by the stable keys of their ends, without those to locations, whose keys depend on the format. */
function listEdges({ objects, edges }: ScanDocument): string[] {
  const keys = new Map(objects.map(({ key, stable_key }) => [key, stable_key]));
  return edges
    .filter(({ edge }) => edge !== 'locations')
    .map(({ from_key, edge, to_key }) => `${keys.get(from_key)} ${edge} ${keys.get(to_key)}`)
    .sort();
}

/** Lists the files of each object, with the line where it starts. */
function listFiles({ objects, edges, locations }: ScanDocument): string[] {
  const keys = new Map(objects.map(({ key, stable_key }) => [key, stable_key]));
  const files = new Map(locations.map(({ key, file_path, start_line }) => [key, `${file_path}:${start_line ?? ''}`]));
  return edges
    .filter(({ edge }) => edge === 'locations')
    .map(({ from_key, to_key }) => `${keys.get(from_key)} ${files.get(to_key)}`)
    .sort();
}

describe.each(['cyclonedx', 'sarif'] as const)('the report %s', (format) => {
  const importIt = () => importReport(format, reports[format], { target: scanned.target });

  it('brings all agents, models, tools and MCP servers back, with their keys and files', () => {
    const { documents, rejected, incomplete, ignored } = importIt();
    const [document] = documents;
    if (document === undefined) throw new Error('The report has no document.');
    expect([rejected, incomplete, ignored]).toEqual([[], [], []]);
    expect(new Set(listObjects(scanned).map(({ object_type }) => object_type)).size).toBe(4);
    expect(listObjects(document)).toMatchObject(listObjects(scanned).map(withoutKey));
    expect(listObjects(document)).toHaveLength(listObjects(scanned).length);
    expect(listFiles(document)).toEqual(listFiles(scanned));
  });
});

it('the bill of materials brings all relations back', () => {
  const [document] = importReport('cyclonedx', reports.cyclonedx, { target: scanned.target }).documents;
  expect(listEdges(scanned).length).toBeGreaterThan(3);
  expect(document && listEdges(document)).toEqual(listEdges(scanned));
});
