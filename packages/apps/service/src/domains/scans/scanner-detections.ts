import type { ScannedOccurrence, Severity } from '@aispm/types';
import { mapInSlices } from '../../platform/core/slices.ts';
import type { Detection } from '../findings/index.ts';
import { loadRules } from '../rules/index.ts';
import { findAffectedKey } from './documents/scanned-asset-key.ts';
import type { SeenObjects } from './graph/objects.ts';
import type { ScanContext } from './graph/scan-context.ts';

/**
 * Converts the occurrences of a document. The rule's severity applies unless the document specifies another one.
 *
 * @param severities of the external rules of the document, which replace the stored ones when the scan is applied
 */
export async function toDetections(
  { db, scope, scan }: ScanContext,
  occurrences: readonly ScannedOccurrence[],
  { byKey, assetId }: SeenObjects,
  severities: ReadonlyMap<string, Severity>,
): Promise<Detection[]> {
  const rules = await loadRules(db, scope, [...new Set(occurrences.map(({ rule_id }) => rule_id))]);
  return mapInSlices(occurrences, (occurrence) => {
    const { rule_id, fingerprint, location_key, confidence, message, evidence } = occurrence;
    const rule = rules.get(rule_id);
    const key = findAffectedKey(occurrence);
    const objectId = key === undefined ? assetId : byKey.get(key)?.id;
    if (!rule || !objectId) throw new Error(`The occurrence ${fingerprint} of ${rule_id} has no rule or object.`);
    const ruleSeverity = (rule.source === 'external' ? severities.get(rule_id) : undefined) ?? rule.severity;
    const severity = occurrence.severity ?? ruleSeverity;
    const locationId = location_key === undefined ? undefined : byKey.get(location_key)?.id;
    return {
      rule_id,
      fingerprint,
      objectId,
      locationIds: locationId === undefined ? [] : [locationId],
      severity,
      severityReason: severity === ruleSeverity ? null : `${scan.tool_name} rates it ${severity}.`,
      confidence: confidence ?? null,
      message,
      evidence: evidence ?? [],
      interactionIds: occurrence.llm_interaction_ids ?? [],
    };
  });
}
