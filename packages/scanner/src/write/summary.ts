/** The summary that people read. */

import { groupBy } from '@aispm/domain';
import type { ScanReport } from '../assemble/report.ts';
import type { DetectedObject, ObjectKind } from '../graph/graph.ts';
import { printable } from '../text/terminal.ts';
import { findingsText } from './findings.ts';
import { RELATIONS } from './relations.ts';
import { showFindings } from './shown-findings.ts';

const HEADINGS: readonly (readonly [ObjectKind, string, string])[] = [
  ['agent', 'Agents', 'agent'],
  ['tool', 'Tools', 'tool'],
  ['model', 'Models', 'model'],
  ['mcp_server', 'MCP servers', 'MCP server'],
];

/** How many diagnostics are listed. */
const MAX_DIAGNOSTICS = 20;

/** Formats a report: what was found, where, how it is related, what could not be read or resolved, and the findings. */
export function summaryOf(report: ScanReport): string {
  return `${inventoryOf(report)}\n${findingsText(showFindings(report.findings))}\n`;
}

/** Formats a report without its findings. */
export function inventoryOf(report: ScanReport): string {
  const relations = groupBy(report.relations, ({ from }) => from);
  const sections = HEADINGS.map(([kind, heading]) => section(report, relations, kind, heading)).filter(
    (text) => text !== '',
  );
  const { files, parsed } = report.statistics;
  const counts = HEADINGS.map(([kind, heading, one]) => {
    const count = report.objects.filter((each) => each.kind === kind).length;
    return `${count} ${count === 1 ? one : heading.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
  });
  const verdict = `${counts.join(', ')} in ${files} ${files === 1 ? 'file' : 'files'}, of which ${parsed} ${parsed === 1 ? 'was' : 'were'} parsed.`;
  return `${[...sections, problems(report), verdict].filter((text) => text !== '').join('\n\n')}\n`;
}

/** The relations of objects, so that a report of many objects isn't searched for each of them. */
type RelationsOf = ReadonlyMap<DetectedObject, ScanReport['relations']>;

function section(report: ScanReport, relations: RelationsOf, kind: ObjectKind, heading: string): string {
  const objects = report.objects.filter((each) => each.kind === kind).toSorted((a, b) => compare(a.name, b.name));
  if (objects.length === 0) return '';
  return [heading, ...objects.map((found) => entry(relations.get(found) ?? [], found))].join('\n');
}

function entry(relations: ScanReport['relations'], found: DetectedObject): string {
  const [location] = found.locations;
  const where =
    location === undefined ? '' : `  ${printable(location.file)}${location.isWhole ? '' : `:${location.span[0]}`}`;
  const lines = RELATIONS.map(([edge, label]) => {
    const names = relations.filter((each) => each.edge === edge).map(({ to }) => printable(to.name));
    return names.length === 0 ? '' : `\n      ${label}: ${names.toSorted(compare).join(', ')}`;
  });
  return `  ${printable(found.name)}${where}${fileFacts(found)}${lines.join('')}`;
}

/** What the header of a model file says. */
function fileFacts({ kind, labels, fields }: DetectedObject): string {
  const format = labels.get('format');
  if (kind !== 'model' || format === undefined) return '';
  const {
    architecture_family: architecture,
    license,
    context_window: context,
  } = fields as DetectedObject<'model'>['fields'];
  const facts = [
    format,
    architecture,
    labels.has('parameters') ? `${formatCount(Number(labels.get('parameters')))} parameters` : undefined,
    labels.get('quantization'),
    context === undefined ? undefined : `${context} tokens`,
    license,
  ].filter((fact) => fact !== undefined);
  const imports = labels.get('imports');
  const digest = labels.get('sha256');
  return [
    `\n      ${printable(facts.join(', '))}`,
    digest === undefined ? '' : `\n      sha256: ${digest}`,
    imports === undefined ? '' : `\n      imports: ${printable(imports)}`,
  ].join('');
}

/** `8.03 B`, `22.7 M`. */
function formatCount(count: number): string {
  const [unit, divisor] = count >= 1e9 ? [' B', 1e9] : count >= 1e6 ? [' M', 1e6] : ['', 1];
  return `${Number((count / divisor).toPrecision(3))}${unit}`;
}

function problems({ diagnostics }: ScanReport): string {
  if (diagnostics.length === 0) return '';
  const blocks = diagnostics.map(({ file, line, message }) => {
    const where = file === undefined ? '' : `${printable(file)}${line === undefined ? '' : `:${line}`}: `;
    return `  ${where}${printable(message)}`;
  });
  const lines = [...groupBy(blocks, (text) => text)].map(([text, { length }]) =>
    length === 1 ? text : `${text} (${length} times)`,
  );
  const rest = lines.length - MAX_DIAGNOSTICS;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  return ['Not read or not resolved', ...lines.slice(0, MAX_DIAGNOSTICS), ...more].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
