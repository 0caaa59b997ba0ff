/** The findings of an upload, for people. */
import { groupBy } from '@aispm/domain';
import type { FineGrainedIssue, Severity } from '@aispm/types';
import { SEVERITIES } from '../core/severities.ts';
import { printable } from '../text/terminal.ts';
import type { Uploaded } from './upload.ts';

/** Formats findings by severity and rule: where each is, of which object, and how to fix it. */
export function findingsText({ scan, findings, rules }: Uploaded): string {
  const groups = groupBy(findings, ({ rule_id, definitive_severity }) => `${definitive_severity} ${rule_id}`);
  const ordered = [...groups.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
  const blocks = ordered.map((group) => {
    const [{ rule_id, definitive_severity }] = group as [FineGrainedIssue];
    const remedy = rules.get(rule_id)?.remediation?.summary;
    return [
      `${definitive_severity}  ${printable(rule_id)}`,
      ...group.toSorted(compareLocations).map(line),
      ...(remedy === undefined ? [] : [`  Remedy: ${printable(remedy)}`]),
    ].join('\n');
  });
  const uploaded = `Uploaded as scan ${printable(scan.scan_id)}: ${count(scan.ai_object_count, 'object')}, ${count(scan.num_resolutions, 'finding')} resolved.`;
  return `\n${[headingOf(findings), ...blocks, uploaded].join('\n\n')}\n`;
}

function rankOf([first]: readonly FineGrainedIssue[]): number {
  return SEVERITIES.indexOf(first?.definitive_severity ?? 'info');
}

function compareLocations(a: FineGrainedIssue, b: FineGrainedIssue): number {
  const [pathA, pathB] = [a.location?.file_path ?? '', b.location?.file_path ?? ''];
  if (pathA !== pathB) return pathA < pathB ? -1 : 1;
  return (a.location?.start_line ?? 0) - (b.location?.start_line ?? 0);
}

function line({ location, object_type, aispm_friendly_name, message }: FineGrainedIssue): string {
  const path = location?.file_path;
  const start = location?.start_line;
  const where = path ? `${printable(path)}${start ? `:${start}` : ''}` : 'no location';
  return `  ${where}  ${object_type.replace('mcp_', 'MCP ')} ${printable(aispm_friendly_name)}: ${printable(message)}`;
}

function headingOf(findings: readonly FineGrainedIssue[]): string {
  if (findings.length === 0) return 'No findings';
  const counts = SEVERITIES.map((severity) => [numberOf(findings, severity), severity] as const);
  const parts = counts.filter(([number]) => number > 0).map((each) => each.join(' '));
  return `Findings: ${findings.length} (${parts.join(', ')})`;
}

function numberOf(findings: readonly FineGrainedIssue[], severity: Severity): number {
  return findings.filter(({ definitive_severity }) => definitive_severity === severity).length;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
