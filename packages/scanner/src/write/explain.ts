/** Shows the code behind a result. */

import type { ScanReport } from '../assemble/report.ts';
import { ScanError } from '../core/errors.ts';
import type { DetectedObject } from '../graph/graph.ts';
import { redactCommandLine } from '../text/command-line.ts';
import { printable } from '../text/terminal.ts';
import { readText } from '../walk/walk.ts';
import { typeName } from './phrases.ts';
import { RELATIONS } from './relations.ts';

/** How many lines of each location are shown. */
const MAX_LINES = 5;
const MAX_LINE = 160;

/**
 * Explains the objects with a name, key or stable key.
 *
 * @throws {ScanError} when there is none
 */
export async function explain(report: ScanReport, root: string, id: string): Promise<string> {
  const scanned = report.document.objects.filter(({ key, stable_key }) => key === id || stable_key === id);
  const names = new Set(scanned.map(({ aispm_friendly_name: name, object_type: kind }) => `${kind} ${name}`));
  const found = report.objects.filter(({ kind, name }) => name === id || names.has(`${kind} ${name}`));
  if (found.length === 0) {
    throw new ScanError(
      `Nothing named "${printable(id)}" or with this key was found. Use --output scan to list the keys.`,
    );
  }
  return `${(await Promise.all(found.map((each) => explainOne(report, root, each)))).join('\n')}`;
}

async function explainOne(report: ScanReport, root: string, found: DetectedObject): Promise<string> {
  const lines = [`${typeName(found.kind)} ${printable(found.name)}`];
  for (const { file, span, reason } of found.locations) {
    lines.push(`  ${printable(file)}:${span[0]}:${span[1]}  ${printable(reason)}`);
    const read = span.length > 4 ? undefined : await readText(root, file);
    if (read === undefined || !('text' in read)) continue;
    const source = read.text.split(/\r?\n/).slice(span[0] - 1, Math.min(span[2], span[0] + MAX_LINES - 1));
    const shown = redactCommandLine(source.join('\n')).split('\n');
    for (const [index, line] of shown.entries()) {
      lines.push(`    ${String(span[0] + index).padStart(5)} | ${printable(line.slice(0, MAX_LINE))}`);
    }
  }
  for (const [edge, label] of RELATIONS) {
    const names = report.relations.filter((each) => each.from === found && each.edge === edge).map(({ to }) => to.name);
    if (names.length > 0) lines.push(`  ${label}: ${names.map(printable).join(', ')}`);
  }
  const users = report.relations.filter(({ to }) => to === found).map(({ from }) => from.name);
  if (users.length > 0) lines.push(`  used by: ${users.map(printable).join(', ')}`);
  return `${lines.join('\n')}\n`;
}
