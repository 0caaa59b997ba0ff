/** Findings of the scanner's own rules as occurrences of the contract. */
import { createHash } from 'node:crypto';
import type { ScannedOccurrence, ScannedRule } from '@aispm/types';
import type { DetectedFinding, DetectedObject } from '../graph/graph.ts';
import { redact } from '../text/redact.ts';
import { clean } from '../text/visible.ts';

/** Limit of the contract. */
const MAX_OCCURRENCES = 10_000;
const MAX_MESSAGE = 2_000;
const MAX_EVIDENCE = 2_048;

interface Keys {
  readonly key: string;
  readonly stable: string;
}

/**
 * Creates the occurrences of findings, and the rules that they need.
 *
 * @param keysOf - the keys of an object; undefined when the document leaves it out
 * @param locate - adds the location of a finding under a stable name, and returns its key; undefined when it has none
 */
export function assembleFindings(
  findings: readonly DetectedFinding[],
  keysOf: (found: DetectedObject) => Keys | undefined,
  locate: (finding: DetectedFinding, stable: string) => string | undefined,
): { readonly rules: ScannedRule[]; readonly occurrences: ScannedOccurrence[] } {
  const rules = new Map<string, ScannedRule>();
  const occurrences = new Map<string, ScannedOccurrence>();
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const keys = keysOf(finding.found);
    if (keys === undefined || occurrences.size >= MAX_OCCURRENCES) continue;
    const { rule, confidence } = finding;
    if (rule.source === 'external') rules.set(rule.rule_id, rule);
    // Lines aren't part of an identity: several findings of a rule in one file are counted.
    const subject = `${rule.rule_id} ${keys.stable} ${finding.location?.file ?? ''}`;
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    const location = locate(finding, `${rule.rule_id}:${keys.stable}${count === 1 ? '' : `~${count}`}`);
    const fingerprint = createHash('sha256').update(`${subject} ${count}`).digest('hex');
    occurrences.set(fingerprint, {
      fingerprint,
      rule_id: rule.rule_id,
      object_key: keys.key,
      ...(location !== undefined && { location_key: location }),
      severity: rule.severity,
      ...(confidence !== undefined && { confidence }),
      message: clean(finding.message).slice(0, MAX_MESSAGE),
      evidence: finding.evidence.slice(0, 20).map(({ kind, value, redacted }) => {
        const safe = redact(value);
        const text = clean(safe.text).slice(0, MAX_EVIDENCE);
        return { kind, value: text === '' ? '?' : text, redacted: redacted || safe.redacted };
      }),
    });
  }
  return { rules: [...rules.values()], occurrences: [...occurrences.values()] };
}
