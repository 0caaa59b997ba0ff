/** The dashboard of a workspace. */
import type { ObjectType } from './edges.ts';
import { countIssues, countPriorityOccurrences, type Findings, isUnresolved } from './findings.ts';
import { countAt, type DatedIssue, type SeverityCounts } from './histogram.ts';
import { rankSeverity } from './severities.ts';
import { compareText } from './text.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The objects and issues of a type. */
export interface ObjectCounts {
  object_type: ObjectType;
  total_inventory_count: number;
  total_issues_count: number;
  critical_issues_count: number;
  high_issues_count: number;
}

/** An object with critical or high occurrences. */
export interface AtRiskObject {
  aispm_object_id: string;
  aispm_friendly_name: string;
  critical_count: number;
  high_count: number;
  total_critical_high_occurrences: number;
}

/** An issue of the dashboard. */
export interface TopIssue {
  issue_id: string;
  rule_id: string;
  rule_name: string;
  rule_description: string;
  definitive_severity: string;
  critical_element_count: number;
  high_element_count: number;
  total_priority_affected_elements: number;
}

/**
 * Counts the objects of a type that aren't deleted, and their unresolved issues, each once. The severity of an issue is that of its
 * most severe occurrence, on whatever object: the list of issues filters by it.
 */
export function countObjects(type: ObjectType, inventoryCount: number, findings: Findings): ObjectCounts {
  const ids = new Set(
    findings
      .ofType(type)
      .filter(isUnresolved)
      .map(({ issue_id }) => issue_id),
  );
  const { max_definitive_severity: _, ...counts } = countIssues([...ids].flatMap((id) => findings.ofIssue(id)));
  return { object_type: type, total_inventory_count: inventoryCount, ...counts };
}

/** Lists the issues with critical or high objects, the most severe first. */
export function listTopIssues<Issue extends TopIssue>(issues: readonly Issue[], limit: number): TopIssue[] {
  return issues
    .filter((issue) => issue.total_priority_affected_elements > 0)
    .sort(
      (a, b) =>
        rankSeverity(b.definitive_severity) - rankSeverity(a.definitive_severity) ||
        b.total_priority_affected_elements - a.total_priority_affected_elements ||
        compareText(a.issue_id, b.issue_id),
    )
    .slice(0, limit)
    .map((issue) => ({
      issue_id: issue.issue_id,
      rule_id: issue.rule_id,
      rule_name: issue.rule_name,
      rule_description: issue.rule_description,
      definitive_severity: issue.definitive_severity,
      critical_element_count: issue.critical_element_count,
      high_element_count: issue.high_element_count,
      total_priority_affected_elements: issue.total_priority_affected_elements,
    }));
}

/** An object whose risk is listed. */
interface Listed {
  aispm_object_id: string;
  aispm_friendly_name: string;
  lifecycle_status?: string;
}

/** Lists the objects with critical or high occurrences that aren't deleted, the most severe first. */
export function listAtRisk(objects: readonly Listed[], findings: Findings, limit: number): AtRiskObject[] {
  return objects
    .filter(({ lifecycle_status }) => lifecycle_status !== 'deleted')
    .flatMap(({ aispm_object_id, aispm_friendly_name }): AtRiskObject[] => {
      const { critical, high } = countPriorityOccurrences(findings.ofObject(aispm_object_id));
      if (critical + high === 0) return [];
      const counts = { critical_count: critical, high_count: high, total_critical_high_occurrences: critical + high };
      return [{ aispm_object_id, aispm_friendly_name, ...counts }];
    })
    .sort(
      (a, b) =>
        b.critical_count - a.critical_count ||
        b.high_count - a.high_count ||
        compareText(a.aispm_object_id, b.aispm_object_id),
    )
    .slice(0, limit);
}

/**
 * Counts the unresolved issues at the end of each of the last days, in UTC; the last day ends now.
 *
 * @param now in milliseconds since 1970
 */
export function countPerDay(issues: readonly DatedIssue[], now: number, days: number): SeverityCounts[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, day) => {
    const end = today + (day - days + 2) * DAY_MS - 1;
    return countAt(issues, Math.min(end, now));
  });
}

/** Counts the current scans. */
export function countScans(scans: readonly { is_current: boolean; has_ai_objects: boolean }[]) {
  const current = scans.filter(({ is_current }) => is_current);
  const found = current.filter(({ has_ai_objects }) => has_ai_objects).length;
  return {
    total_current_aispm_scans: current.length,
    scans_with_ai_objects_count: found,
    percent_scans_with_ai_objects: current.length === 0 ? 0 : (100 * found) / current.length,
  };
}

/** Counts the unresolved issues of a rule. */
export function countIssuesOfRules(
  issues: readonly { rule_id: string; status: string }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule_id } of issues.filter(isUnresolved)) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1);
  return counts;
}
