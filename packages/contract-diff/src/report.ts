/** Findings for people: in a terminal, and as Markdown. */
import type { Findings } from './gate.ts';
import type { Change } from './judge.ts';
import type { Verdict } from './verdict.ts';

const HEADINGS: [Verdict, string][] = [
  ['major', 'Breaking'],
  ['minor', 'Added or loosened'],
  ['patch', 'For readers only'],
];

/** Most changes of one kind that are told one by one; the terminal and a comment are no place for more. */
const MOST = 50;

/** Plain text: a line for each change, the gravest first. */
export function asText(title: string, findings: Findings): string {
  const lines = [`${title}: ${summary(findings)}`];
  for (const [verdict, heading] of HEADINGS) {
    const changes = changesOf(findings, verdict);
    if (changes.length > 0) lines.push(`  ${heading}`);
    for (const change of changes.slice(0, MOST)) {
      lines.push(`    ${change.place || '#'}  ${change.id}  ${change.text}${mark(change, findings)}`);
    }
    if (changes.length > MOST) lines.push(`    and ${changes.length - MOST} more`);
  }
  return `${lines.join('\n')}\n`;
}

/** A section of Markdown, without a heading of its own. */
export function asMarkdown(findings: Findings, level = '###'): string {
  const parts = HEADINGS.flatMap(([verdict, heading]) => {
    const changes = changesOf(findings, verdict);
    if (changes.length === 0) return [];
    const items = changes
      .slice(0, MOST)
      .map((change) => `- \`${change.place || '#'}\`: ${escaped(change.text)}${mark(change, findings)}`);
    const rest = changes.length > MOST ? [`- and ${changes.length - MOST} more`] : [];
    return [`${level} ${heading}`, [...items, ...rest].join('\n')];
  });
  return parts.length > 0 ? parts.join('\n\n') : 'No changes.';
}

/** What it comes to, in a sentence. */
export function summary({ from, to, needed, wire, surface }: Findings): string {
  const count = wire.length + surface.length;
  if (count === 0) return `no changes (${from} to ${to}).`;
  const asks = needed === 'none' ? 'ask for no new version' : `ask for a ${needed} version`;
  return `${count} ${count === 1 ? 'change' : 'changes'}, which ${asks} (${from} to ${to}).`;
}

function changesOf({ wire, surface }: Findings, wanted: Verdict): Change[] {
  return [...wire, ...surface].filter(({ verdict }) => verdict === wanted);
}

function mark(change: Change, { exempted }: Findings): string {
  return `${change.beta ? ' (beta)' : ''}${exempted.includes(change) ? ' (exempted)' : ''}`;
}

/** Text from the contract must not become markup. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
