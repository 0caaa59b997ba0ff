/** The findings of a scan, for people. */
import { groupBy } from '@aispm/domain';
import type { Scan, Severity } from '@aispm/types';
import { SEVERITIES } from '../core/severities.ts';
import { redact } from '../text/redact.ts';
import { printable } from '../text/terminal.ts';
import { count, placeName, typeName } from './phrases.ts';
import { type ShownFinding, showUploaded } from './shown-findings.ts';
import type { Uploaded } from './upload.ts';

/** How many findings of a rule are listed. */
const MAX_FINDINGS_OF_RULE = 100;

/** Formats findings by severity and rule: where each is, of which object, and how to fix it. */
export function findingsText(findings: readonly ShownFinding[]): string {
  const groups = groupBy(findings, ({ rule, severity }) => `${severity} ${rule.rule_id}`);
  const blocks = [...groups.values()].toSorted((a, b) => rankOf(a) - rankOf(b)).map(block);
  return [headingOf(findings), ...blocks].join('\n\n');
}

/** Formats what the service found, and what it made of the scan. */
export function uploadedText(uploaded: Uploaded): string {
  return `\n${findingsText(showUploaded(uploaded))}\n\n${describeScan(uploaded.scan)}\n`;
}

function describeScan({ scan_id, ai_object_count, resolution_count }: Scan): string {
  return `Uploaded as scan ${printable(scan_id)}: ${count(ai_object_count, 'object')}, ${count(resolution_count, 'finding')} resolved.`;
}

function block(group: readonly ShownFinding[]): string {
  const [{ rule, severity }] = group as [ShownFinding];
  const remedy = rule.remediation?.summary;
  const rest = group.length - MAX_FINDINGS_OF_RULE;
  return [
    `${severity}  ${printable(rule.rule_id)}`,
    ...group.toSorted(compareLocations).slice(0, MAX_FINDINGS_OF_RULE).map(line),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(remedy === undefined ? [] : [`  Remedy: ${printable(remedy)}`]),
  ].join('\n');
}

function rankOf([first]: readonly ShownFinding[]): number {
  return SEVERITIES.indexOf(first?.severity ?? 'info');
}

function compareLocations(a: ShownFinding, b: ShownFinding): number {
  const [pathA, pathB] = [a.locations[0]?.file_path ?? '', b.locations[0]?.file_path ?? ''];
  if (pathA !== pathB) return pathA < pathB ? -1 : 1;
  return (a.locations[0]?.start_line ?? 0) - (b.locations[0]?.start_line ?? 0);
}

function line({ locations, objectType, objectName, message }: ShownFinding): string {
  const where = placeName(locations[0]) ?? 'no location';
  return `  ${printable(where)}  ${typeName(objectType)} ${printable(objectName)}: ${printable(redact(message).text)}`;
}

function headingOf(findings: readonly ShownFinding[]): string {
  if (findings.length === 0) return 'No findings';
  const counts = SEVERITIES.map((severity) => [numberOf(findings, severity), severity] as const);
  const parts = counts.filter(([number]) => number > 0).map((each) => each.join(' '));
  return `Findings: ${findings.length} (${parts.join(', ')})`;
}

function numberOf(findings: readonly ShownFinding[], wanted: Severity): number {
  return findings.filter(({ severity }) => severity === wanted).length;
}
