/** Reports of a difference: for people in a terminal, and for a comment in a pull request. */
import type { ChangedField, Component, Difference, Relation } from '../compare/difference.ts';
import { redact } from '../text/redact.ts';
import { printable } from '../text/terminal.ts';
import { findingsText } from './findings.ts';
import { count, placeName, typeName } from './phrases.ts';
import { RELATIONS } from './relations.ts';
import { type ShownFinding, showFindings } from './shown-findings.ts';

/** How many entries of a list are shown. */
const MAX_ENTRIES = 50;
/** GitHub accepts comments of up to 65,536 characters. */
const MAX_COMMENT = 60_000;
/** Longer values of fields are only said to have changed. */
const MAX_VALUE = 80;

/** The parts of a report, with the entries of each. */
type Part = readonly [heading: string, entries: readonly string[]];

/** Formats strings of a repository. */
interface Format {
  readonly name: (text: string) => string;
  readonly bullet: string;
}

const TERMINAL: Format = { name: printable, bullet: '  ' };
const MARKDOWN: Format = { name: codeOf, bullet: '- ' };

/** Formats a difference for a terminal. */
export function differenceText(difference: Difference): string {
  const parts = partsOf(difference, TERMINAL).map(([heading, entries]) => [heading, ...limit(entries)].join('\n'));
  const { added, removed } = difference.findings;
  const findings = [
    ...(added.length > 0 ? [`New findings\n\n${findingsText(showFindings(added))}`] : []),
    ...raisedPart(difference, TERMINAL).map(([heading, entries]) => [heading, ...limit(entries)].join('\n')),
    ...(removed.length > 0 ? [`${count(removed.length, 'finding')} fixed`] : []),
  ];
  return `${[...parts, ...findings, summarize(difference)].join('\n\n')}\n`;
}

/** Formats a difference as Markdown in the dialect of GitHub and GitLab. Strings of the repository stay text. */
export function differenceMarkdown(difference: Difference): string {
  const { added, removed } = difference.findings;
  const blocks = [
    `### AI components: ${summarize(difference)}`,
    ...(added.length > 0 ? [findingTable(showFindings(added))] : []),
    ...[...raisedPart(difference, MARKDOWN), ...partsOf(difference, MARKDOWN)].map(([heading, entries]) =>
      [`**${heading}**`, '', ...limit(entries)].join('\n'),
    ),
    ...(removed.length > 0 ? [`${count(removed.length, 'finding')} fixed.`] : []),
  ];
  let text = '';
  for (const block of blocks) {
    if (text.length + block.length > MAX_COMMENT) return `${text}The rest doesn't fit into a comment.\n`;
    text += `${block}\n\n`;
  }
  return `${text.trimEnd()}\n`;
}

/** One line: what is new and what is gone. */
function summarize({ components, relations, findings }: Difference): string {
  const parts = [
    [components.added.length, 'new component'],
    [components.removed.length, 'removed component'],
    [components.changed.length, 'changed component'],
    [relations.added.length, 'new relation'],
    [relations.removed.length, 'removed relation'],
    [findings.added.length, 'new finding'],
    [findings.raised.length, 'more severe finding'],
    [findings.removed.length, 'fixed finding'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0).map(([number, noun]) => count(number, noun));
  return shown.length === 0 ? 'no changes' : shown.join(', ');
}

function partsOf({ components, relations }: Difference, format: Format): Part[] {
  const parts: Part[] = [
    ['New', components.added.map((component) => describe(component, format))],
    [
      'Changed',
      components.changed.map(
        (component) =>
          `${describe(component, format)}: ${component.fields.map((field) => describeField(field, format)).join('; ')}`,
      ),
    ],
    ['Removed', components.removed.map((component) => describe(component, format))],
    ['New relations', describeRelations(relations.added, format)],
    ['Removed relations', describeRelations(relations.removed, format)],
  ];
  return parts.filter(([, entries]) => entries.length > 0);
}

function raisedPart({ findings }: Difference, { name, bullet }: Format): Part[] {
  if (findings.raised.length === 0) return [];
  const entries = findings.raised.map(
    ({ before, severity, rule, object, message }) =>
      `${bullet}${before} → ${severity}  ${name(rule.rule_id)}  ${name(object.aispm_friendly_name)}: ${name(redact(message).text)}`,
  );
  return [['More severe findings', entries]];
}

function describe({ object, location }: Component, { name, bullet }: Format): string {
  const place = placeName(location);
  return `${bullet}${typeName(object.object_type)} ${name(object.aispm_friendly_name)}${place ? `  ${name(place)}` : ''}`;
}

/** Relations between objects; their locations are shown with the objects. */
function describeRelations(relations: readonly Relation[], { name, bullet }: Format): string[] {
  const labels = new Map<string, string>(RELATIONS);
  return relations.flatMap(({ from, edge, to }) => {
    const label = labels.get(edge);
    return label === undefined
      ? []
      : [`${bullet}${name(from.aispm_friendly_name)}  ${label}: ${name(to.aispm_friendly_name)}`];
  });
}

function describeField({ name: field, before, after }: ChangedField, { name }: Format): string {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [added, removed] = [missingIn(before, after), missingIn(after, before)];
    const parts = [...added.map((value) => `+${value}`), ...removed.map((value) => `-${value}`)].join(' ');
    if (parts !== '' && parts.length <= MAX_VALUE) return `${field} ${name(redact(parts).text)}`;
  }
  const [old, present] = [before, after].map(shortValue);
  return old === undefined || present === undefined ? field : `${field} ${name(old)} → ${name(present)}`;
}

function missingIn(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(values.map((value) => JSON.stringify(value)));
  return others.filter((value) => !known.has(JSON.stringify(value)));
}

/** A short value, or undefined. */
function shortValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'unknown';
  if (typeof value === 'object') return undefined;
  const text = redact(String(value)).text;
  return text.length <= MAX_VALUE ? text : undefined;
}

function limit(entries: readonly string[]): string[] {
  const rest = entries.length - MAX_ENTRIES;
  return [...entries.slice(0, MAX_ENTRIES), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function findingTable(findings: readonly ShownFinding[]): string {
  const rows = findings.slice(0, MAX_ENTRIES).map(({ severity, rule, locations, message }) => {
    const place = placeName(locations[0]);
    const remedy = rule.remediation?.summary ?? '';
    const cells = [
      severity,
      codeOf(rule.rule_id),
      place ? codeOf(place) : '',
      textOf(redact(message).text),
      textOf(remedy),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const rest = findings.length - rows.length;
  return [
    '| Severity | Rule | Where | Finding | Remedy |',
    '|---|---|---|---|---|',
    ...rows,
    ...(rest > 0 ? ['', `and ${rest} more`] : []),
  ].join('\n');
}

/** A code span, in which nothing has a meaning, in and outside of tables. */
function codeOf(text: string): string {
  const shown = printable(text).replaceAll('|', '¦');
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 && shown.trim() === shown ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}

/** Text without markup, links or mentions. */
function textOf(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '`@`')
    .replace(/\b(https?(?=:)|www(?=\.))/gi, '`$1`');
}
