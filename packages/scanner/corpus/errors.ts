/** Each difference between findings and labels, with its location. */
import type { DetectedObject } from './detections.ts';
import type { ObjectLabel } from './label-types.ts';
import type { Comparison } from './match.ts';

/** One line for each wrong finding, duplicate and missed label, ordered by location. */
export function formatErrors({ objects, relations }: Comparison): string[] {
  const lines: { at: string; text: string }[] = [];
  const add = (what: string, end: DetectedObject | ObjectLabel, text: string) =>
    lines.push({ at: locationOf(end), text: `${what.padEnd(11)} ${locationOf(end)}  ${text}` });
  for (const object of objects.wrong) add('wrong', object, describe(object));
  for (const object of objects.duplicates) add('duplicate', object, describe(object));
  for (const label of objects.missed) add(missed(label), label, describe(label));
  for (const { from, to } of relations.wrong) add('wrong', from, `${describe(from)} -> ${describe(to)}`);
  for (const { tier, from, to } of relations.missed)
    add(missed({ tier }), from, `${describe(from)} -> ${describe(to)}`);
  return lines.sort((a, b) => a.at.localeCompare(b.at, 'en', { numeric: true })).map(({ text }) => text);
}

function missed({ tier }: Pick<ObjectLabel, 'tier'>): string {
  return tier === 'hard' ? 'missed hard' : 'missed';
}

function describe(end: DetectedObject | ObjectLabel): string {
  return `${end.kind} ${'names' in end ? end.names[0] : end.name}`;
}

function locationOf(end: DetectedObject | ObjectLabel): string {
  const { file, line } =
    'observations' in end ? (end.observations[0] ?? { file: 'no location', line: undefined }) : end;
  return line ? `${file}:${line}` : file;
}
