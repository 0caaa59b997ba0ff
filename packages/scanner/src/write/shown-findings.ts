/** Findings as reports show them, with and without the service. */
import type { FineGrainedIssue, ObjectType, ScannedLocation, Severity } from '@aispm/types';
import type { Finding, FindingRule } from '../assemble/list-findings.ts';
import type { Uploaded } from './upload.ts';

/** A finding of the scanner or of the service. */
export interface ShownFinding {
  readonly rule: Partial<FindingRule> & Pick<FindingRule, 'rule_id'>;
  readonly severity: Severity;
  readonly fingerprint: string;
  readonly objectType: ObjectType;
  readonly objectName: string;
  readonly message: string;
  readonly locations: readonly ShownLocation[];
}

/** A location in a file, from the root of the repository. */
export type ShownLocation = Partial<
  Pick<ScannedLocation, 'file_path' | 'location_type' | 'start_line' | 'start_column' | 'end_line' | 'end_column'>
>;

/** Shows what was found without the service. */
export function showFindings(findings: readonly Finding[]): ShownFinding[] {
  return findings.map(({ object, ...finding }) => ({
    ...finding,
    objectType: object.object_type,
    objectName: object.aispm_friendly_name,
  }));
}

/** Shows what the service has found. */
export function showUploaded({ findings, rules }: Uploaded): ShownFinding[] {
  return findings.map((finding: FineGrainedIssue) => ({
    rule: { ...rules.get(finding.rule_id), rule_id: finding.rule_id },
    severity: finding.definitive_severity,
    fingerprint: finding.fingerprint,
    objectType: finding.object_type,
    objectName: finding.aispm_friendly_name,
    message: finding.message,
    locations: finding.location ? [finding.location] : [],
  }));
}
