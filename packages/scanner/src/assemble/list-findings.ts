/** What rules find in a scan document: those of the scanner, and the static rules that the service has as well. */
import { groupBy } from '@aispm/domain';
import { evaluateStaticRules, readScanDocument, staticRules } from '@aispm/rules';
import type { Rule, ScanDocument, ScannedLocation, ScannedObject, Severity } from '@aispm/types';

/** The rule of a finding, as far as it's known. */
export type FindingRule = Pick<Rule, 'rule_id'> &
  Partial<Pick<Rule, 'rule_name' | 'rule_description' | 'tags' | 'remediation'>> & { readonly severity: Severity };

/** A finding, as the service has it after an upload to an empty workspace. */
export interface Finding {
  readonly rule: FindingRule;
  /** The same in every scan: SHA-256, in hexadecimal digits. */
  readonly fingerprint: string;
  readonly severity: Severity;
  /** The object that violates the rule. */
  readonly object: ScannedObject;
  /** Describes the violation in one or two sentences. */
  readonly message: string;
  /** Where it is; empty when that's unknown. */
  readonly locations: readonly ScannedLocation[];
}

/** The texts of the static rules, without the functions that evaluate them: reports are cached. */
const STATIC_RULES: readonly FindingRule[] = staticRules.map(({ evaluate: _, ...rule }) => rule);

/** Lists the findings of a document: first the scanner's, then those of the static rules, in the order of these rules. */
export function listFindings(document: ScanDocument): Finding[] {
  const objects = new Map(document.objects.map((object) => [object.key, object]));
  const locations = new Map(document.locations.map((location) => [location.key, location]));
  const located = groupBy(
    document.edges.filter(({ edge }) => edge === 'locations'),
    ({ from_key: key }) => key,
  );
  const locate = (keys: readonly string[]) => keys.flatMap((key) => locations.get(key) ?? []);
  const rules = new Map<string, FindingRule>(
    [...STATIC_RULES, ...(document.rules ?? [])].map((rule) => [rule.rule_id, rule]),
  );
  const own = document.occurrences.flatMap((occurrence): Finding[] => {
    const { rule_id, fingerprint, object_key = '', location_key, message } = occurrence;
    const [rule, object] = [rules.get(rule_id), objects.get(object_key)];
    if (rule === undefined || object === undefined) return [];
    const keys = location_key ? [location_key] : (located.get(object_key) ?? []).map(({ to_key: key }) => key);
    return [
      { rule, fingerprint, severity: occurrence.severity ?? rule.severity, object, message, locations: locate(keys) },
    ];
  });
  const observed = new Set(own.map(({ rule, object }) => `${rule.rule_id} ${object.key}`));
  const violations = evaluateStaticRules(readScanDocument(document)).flatMap((violation): Finding[] => {
    const { rule, fingerprint, severity, message, subject = violation.object } = violation;
    const object = objects.get(violation.object.id);
    const known = rules.get(rule.rule_id);
    // A finding of the scanner for the same rule is another observation of the violation.
    if (!object || !known || observed.has(`${rule.rule_id} ${object.key}`)) return [];
    const keys = subject.locations.map(({ id }) => id);
    return [
      {
        rule: known,
        fingerprint,
        severity: severity?.value ?? rule.severity,
        object,
        message,
        locations: locate(keys),
      },
    ];
  });
  return [...own, ...violations];
}
