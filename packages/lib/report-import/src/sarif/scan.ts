import type { ScanDocument, ScannedAsset, ScannedRule, Severity } from '@aispm/types';
import { AiObjects } from '../document/ai-objects.ts';
import { bytesForLists, countBytes } from '../document/fit-document.ts';
import type { ImportContext } from '../document/import-context.ts';
import { maxItems, truncate } from '../document/limits.ts';
import { digest, toStableKey } from '../document/names.ts';
import type { ReadObject } from '../document/own-properties.ts';
import { SEVERITIES } from '../document/severity.ts';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { listResultFiles } from './object.ts';
import type { SarifFinding } from './result.ts';
import type { RunHead } from './run.ts';

const LIMIT_REMEDY = 'Scan parts of the repository separately, each with its own target';

/** The runs of a log that have the same target: together they are one scan. */
export class SarifScan {
  readonly #head: RunHead['head'];
  readonly #repositoryUrl: string | undefined;
  readonly #results: JsonNode[] = [];
  readonly #failures: string[] = [];
  readonly #findings: SarifFinding[] = [];
  #objects: AiObjects | undefined;

  constructor(head: RunHead['head'], repositoryUrl: string | undefined) {
    this.#head = head;
    this.#repositoryUrl = repositoryUrl;
  }

  /** Adds a run, with the array of its results and the reason for its failure. */
  addRun(results: JsonNode, failure: string | undefined): void {
    this.#results.push(results);
    if (failure !== undefined) this.#failures.push(failure);
  }

  addFinding(finding: SarifFinding): void {
    this.#findings.push(finding);
  }

  /**
   * Adds an object that a result of AISPM's scanner describes.
   *
   * @throws {ImportError} when the document is full
   */
  addObject(object: ReadObject, result: JsonNode, context: ImportContext, log: ImportLog): void {
    this.#objects ??= new AiObjects({ ...this.#head, objects: this.#createAsset(context) }, context);
    this.#objects.add(object, result, listResultFiles(result), log);
  }

  /** Creates the document. What exceeds the limits of a document is rejected, the least severe findings first. */
  toDocument(context: ImportContext, log: ImportLog): ScanDocument {
    if (this.#failures.length > 0) return this.#toFailedDocument(log);
    const { objects = [], edges = [], locations: known = [] } = this.#objects ?? {};
    const head = { ...this.#head, objects: [...this.#createAsset(context), ...objects] };
    const rules = new Map<string, ScannedRule>();
    const locations = [...known];
    const occurrences: ScanDocument['occurrences'] = [];
    for (const { node, rule, ...finding } of withKeys(
      this.#select({ ...head, edges, locations: known }, log),
      known.length,
    )) {
      rules.set(rule.rule_id, rules.get(rule.rule_id) ?? rule);
      locations.push(finding.location);
      occurrences.push(finding.occurrence);
    }
    return { ...head, edges, locations, rules: [...rules.values()], occurrences };
  }

  #toFailedDocument(log: ImportLog): ScanDocument {
    for (const results of this.#results) {
      const count = results.items().length;
      if (count > 0) {
        const reason = `contains ${count} results of a scan that failed: they are not complete, and would resolve all other findings`;
        log.reject(results.error(reason, 'Correct what made the tool fail, and scan again').violation);
      }
    }
    const error_message = truncate(this.#failures.join('\n'), 'ScanDocument.error_message');
    return { ...this.#head, error_message, objects: [], edges: [], locations: [], occurrences: [] };
  }

  #createAsset(context: ImportContext): ScannedAsset[] {
    if (context.assetId !== undefined) return [];
    const name = context.target.split('/').at(-1) || context.target;
    return [
      {
        key: 'asset',
        stable_key: toStableKey(context.target),
        object_type: 'asset',
        aispm_friendly_name: truncate(name, 'ScannedAsset.aispm_friendly_name'),
        asset_type: 'repository',
        ...(this.#repositoryUrl !== undefined && { repository_url: this.#repositoryUrl }),
      },
    ];
  }

  /** Selects the findings that fit into a document, the most severe ones first, and returns them in the order of the log. */
  #select(head: Pick<ScanDocument, 'edges' | 'locations' | 'objects'>, log: ImportLog): ReadonlySet<SarifFinding> {
    const maxLocations = maxItems('ScanDocument.locations') - head.locations.length;
    const maxFindings = Math.min(maxItems('ScanDocument.occurrences'), maxLocations);
    const maxRules = maxItems('ScanDocument.rules');
    const rules = new Set<string>();
    const selected = new Set<SarifFinding>();
    let bytes = bytesForLists(head) - countBytes([head.objects, head.edges, head.locations]);
    for (const finding of this.#findings.toSorted((a, b) => rank(a.severity) - rank(b.severity))) {
      const isNewRule = !rules.has(finding.rule.rule_id);
      const size = countBytes(finding.location) + countBytes(finding.occurrence) + KEY_BYTES;
      const total = size + (isNewRule ? countBytes(finding.rule) : 0);
      const exceeded =
        selected.size === maxFindings
          ? `the ${maxFindings} findings`
          : isNewRule && rules.size === maxRules
            ? `the findings of ${maxRules} rules`
            : total > bytes
              ? 'the bytes'
              : undefined;
      if (exceeded === undefined) {
        bytes -= total;
        rules.add(finding.rule.rule_id);
        selected.add(finding);
      } else {
        const reason = `exceeds ${exceeded} that one scan can have; the most severe ones are imported`;
        log.reject(finding.node.error(reason, LIMIT_REMEDY).violation);
      }
    }
    return new Set(this.#findings.filter((finding) => selected.has(finding)));
  }
}

/** Maximum number of bytes of the keys, the stable key and the fingerprint of a finding. */
const KEY_BYTES = 1000;

/** Returns the position of a severity; the most severe one is first. */
function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/**
 * Gives each finding a fingerprint and its own location. Findings that the log doesn't distinguish are numbered.
 *
 * @param others number of the other locations of the document
 */
function* withKeys(findings: Iterable<SarifFinding>, others: number) {
  const observations = new Map<string, number>();
  let count = others;
  for (const { node, rule, identity, locationIdentity, location, occurrence } of findings) {
    const observation = observations.get(identity) ?? 0;
    observations.set(identity, observation + 1);
    const fingerprint = digest(identity, observation);
    count += 1;
    const key = `location-${count}`;
    const stable_key = toStableKey(`${locationIdentity}#${fingerprint.slice(0, 16)}`);
    yield {
      node,
      rule,
      location: { key, stable_key, ...location },
      occurrence: { fingerprint, ...occurrence, object_key: key, location_key: key },
    };
  }
}
