import type { Evidence, ScannedLocation, ScannedOccurrence, ScannedRule, Severity } from '@aispm/types';
import { type Roots, toRoots } from '../document/file-location.ts';
import type { ImportContext } from '../document/import-context.ts';
import { truncate } from '../document/limits.ts';
import { digest } from '../document/names.ts';
import { redact } from '../document/redaction.ts';
import type { JsonNode } from '../report/json-node.ts';
import { listBaseUris, readLocation } from './location.ts';
import { formatMessage } from './message.ts';
import { readResultSeverity, SarifRules } from './rules.ts';

/** A finding, before it has a fingerprint and its own location in the document. */
export interface SarifFinding {
  readonly node: JsonNode;
  readonly rule: ScannedRule;
  readonly severity: Severity;
  /** Identifies the finding across scans; equal for findings that the log doesn't distinguish. */
  readonly identity: string;
  /** Identifies the location independent of line numbers. */
  readonly locationIdentity: string;
  readonly location: Omit<ScannedLocation, 'key' | 'stable_key'>;
  readonly occurrence: Omit<ScannedOccurrence, 'fingerprint' | 'object_key' | 'location_key'>;
}

/** Reads the results of a run. */
export class SarifResults {
  readonly #run: JsonNode;
  readonly #rules: SarifRules;
  readonly #roots: Roots;
  readonly #target: string;
  readonly #repositoryUrl: string | undefined;

  constructor(run: JsonNode, toolName: string, repositoryUrl: string | undefined, context: ImportContext) {
    this.#run = run;
    this.#rules = new SarifRules(run, toolName);
    this.#roots = toRoots(context.root, listBaseUris(run));
    this.#target = context.target;
    this.#repositoryUrl = repositoryUrl;
  }

  /**
   * Reads a result.
   *
   * @throws {ImportError} when it has no message
   */
  read(result: JsonNode): SarifFinding {
    const rule = this.#rules.resolve(result);
    const { identity, location, snippet } = readLocation(result, this.#run, this.#roots, this.#target);
    const message = redact(formatMessage(result, rule)).text;
    const severity = readResultSeverity(result, rule);
    const evidence = createEvidence(snippet);
    return {
      node: result,
      rule: rule.scanned,
      severity: severity ?? rule.scanned.severity,
      identity: calculateIdentity(result, [rule.scanned.rule_id, identity, message, snippet ?? '']),
      locationIdentity: identity,
      location: { ...(this.#repositoryUrl !== undefined && { repository_url: this.#repositoryUrl }), ...location },
      occurrence: {
        rule_id: rule.scanned.rule_id,
        ...(severity !== undefined && { severity }),
        message: truncate(message, 'ScannedOccurrence.message'),
        ...(evidence !== undefined && { evidence: [evidence] }),
      },
    };
  }
}

/** Returns why a result isn't imported as a finding; undefined if it is. */
export function describeIgnored(result: JsonNode): string | undefined {
  const kind = result.get('kind').string();
  if (kind === 'pass' || kind === 'notApplicable' || kind === 'informational') return 'results without a finding';
  if (result.get('baselineState').string() === 'absent') return 'results that are absent since the baseline';
  const suppressions = result.get('suppressions').items();
  const isOpen = (suppression: JsonNode) =>
    ['underReview', 'rejected'].includes(suppression.get('status').string() ?? '');
  return suppressions.length === 0 || suppressions.some(isOpen) ? undefined : 'suppressed results';
}

/** Calculates what identifies a finding across scans: the fingerprints of the tool, or else rule, location, message and snippet. */
function calculateIdentity(result: JsonNode, defaults: readonly string[]): string {
  for (const name of ['fingerprints', 'partialFingerprints']) {
    const stated = result.get(name);
    const values = stated
      .names()
      .sort()
      .map((key) => [key, stated.get(key).string()])
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`);
    if (values.length > 0) return digest(...defaults.slice(0, 2), ...values);
  }
  return digest(...defaults);
}

function createEvidence(snippet: string | undefined): Evidence | undefined {
  if (snippet === undefined) return undefined;
  const { text, redacted } = redact(snippet);
  return { kind: 'code', value: truncate(text, 'Evidence.value'), redacted };
}
