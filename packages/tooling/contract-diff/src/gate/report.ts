/** Formats findings as plain text for a terminal, and as Markdown. */

import type { Verdict } from '../changes/verdict.ts';
import type { Change } from '../changes/wire-changes.ts';
import type { Findings } from './gate.ts';

const HEADINGS: [Verdict, string][] = [
  ['major', 'Breaking'],
  ['minor', 'Compatible'],
  ['patch', 'Editorial'],
];

/** Maximum number of changes of one verdict that a report lists; a terminal and a comment have no room for more. */
const MAX_LISTED = 50;

/** Formats findings as plain text: a line for each change, the most severe first. */
export function formatText(title: string, findings: Findings): string {
  const lines = [`${title}: ${summarize(findings)}`];
  for (const [verdict, heading] of HEADINGS) {
    const changes = selectChanges(findings, verdict);
    if (changes.length > 0) lines.push(`  ${heading}`);
    for (const change of changes.slice(0, MAX_LISTED)) {
      lines.push(`    ${formatLocation(change)}  ${change.id}  ${change.text}${formatMarks(change, findings)}`);
    }
    if (changes.length > MAX_LISTED) lines.push(`    and ${changes.length - MAX_LISTED} more`);
  }
  return `${lines.join('\n')}\n`;
}

/** Formats findings as a section of Markdown, without its own heading. */
export function formatMarkdown(findings: Findings): string {
  const parts = HEADINGS.flatMap(([verdict, heading]) => {
    const changes = selectChanges(findings, verdict);
    if (changes.length === 0) return [];
    const items = changes
      .slice(0, MAX_LISTED)
      .map(
        (change) => `- \`${formatLocation(change)}\`: ${escapeMarkdown(change.text)}${formatMarks(change, findings)}`,
      );
    const rest = changes.length > MAX_LISTED ? [`- and ${changes.length - MAX_LISTED} more`] : [];
    return [`### ${heading}`, [...items, ...rest].join('\n')];
  });
  return parts.length > 0 ? parts.join('\n\n') : 'No changes.';
}

/** Summarizes findings in a sentence without a capital letter, for use after a title. */
export function summarize({ base, revision, required, wire, types }: Findings): string {
  const count = wire.length + types.length;
  if (count === 0) return `no changes (${base} to ${revision}).`;
  const version = required === 'none' ? 'no new version' : `a ${required} version`;
  return `${count === 1 ? '1 change requires' : `${count} changes require`} ${version} (${base} to ${revision}).`;
}

function selectChanges({ wire, types }: Findings, wanted: Verdict): Change[] {
  return [...wire, ...types].filter(({ verdict }) => verdict === wanted);
}

function formatLocation({ location }: Change): string {
  return location || '(document)';
}

function formatMarks(change: Change, { exempted }: Findings): string {
  return `${change.isBeta ? ' (beta)' : ''}${exempted.includes(change) ? ' (exempted)' : ''}`;
}

/** Prevents text of the contract from becoming markup. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
