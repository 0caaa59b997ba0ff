/** What a bill says about the relations of its parts, and about what threatens them. */
import type { EdgeName, Remediation, ScannedRule, Severity, Tags } from '@aispm/types';
import type { AiObjects } from '../document/ai-objects.ts';
import { truncate } from '../document/limits.ts';
import { digest, toIdentifier, toWebUrl } from '../document/names.ts';
import type { ReadObjectType } from '../document/own-properties.ts';
import { redact } from '../document/redaction.ts';
import { SEVERITIES, toSeverity } from '../document/severity.ts';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';

/** An object of the document that a `bom-ref` resolves to. */
export interface Referenced {
  /** Undefined for the scanned asset, which need not be in the document. */
  readonly key: string | undefined;
  readonly type: ReadObjectType | 'asset';
  readonly stableKey: string;
}

/** Objects by their `bom-ref`. */
export type References = ReadonlyMap<string, Referenced>;

/** Edges that a dependency can be, by the types of its ends. That an object is in the scanned asset needs no edge. */
const EDGES: Readonly<Record<string, EdgeName>> = {
  'agent agent': 'sub_agents',
  'agent mcp_server': 'mcp_servers',
  'agent model': 'models',
  'agent tool': 'tools',
  'mcp_server tool': 'tools',
};

/** Adds the dependencies between objects as edges. The others are counted as ignored. */
export function addDependencies(bill: JsonNode, references: References, found: AiObjects, log: ImportLog): void {
  const seen = new Set<string>();
  for (const dependency of bill.get('dependencies').items()) {
    const from = references.get(dependency.get('ref').string() ?? '');
    for (const name of ['dependsOn', 'provides']) {
      for (const node of dependency.get(name).items()) {
        const ref = node.string();
        const to = references.get(ref ?? '');
        if (from?.type === 'asset' && to?.key !== undefined) continue;
        const edge = name === 'dependsOn' ? EDGES[`${from?.type} ${to?.type}`] : undefined;
        if (from?.key === undefined || to?.key === undefined || from.key === to.key || edge === undefined) {
          log.ignore('dependencies that are not relations of AI objects', node, ref);
          continue;
        }
        const [from_key, to_key] = [from.key, to.key];
        if (seen.has(`${from_key} ${to_key}`)) continue;
        seen.add(`${from_key} ${to_key}`);
        log.attempt(node, () => found.push('edges', { from_key, edge, to_key }, node));
      }
    }
  }
}

/** States of a vulnerability that isn't a finding, or no longer is. */
const CLOSED: ReadonlySet<string> = new Set(['resolved', 'resolved_with_pedigree', 'false_positive', 'not_affected']);

/** Adds the vulnerabilities of objects and of the scanned asset as findings. The others are counted as ignored. */
export function addVulnerabilities(
  bill: JsonNode,
  toolName: string,
  references: References,
  found: AiObjects,
  log: ImportLog,
): void {
  const rules = new Map<string, ScannedRule>();
  const seen = new Set<string>();
  for (const node of bill.get('vulnerabilities').items()) {
    const id = node.get('id').string() ?? node.get('bom-ref').string();
    if (CLOSED.has(node.get('analysis').get('state').string() ?? '')) {
      log.ignore("vulnerabilities that are resolved or don't apply", node, id);
      continue;
    }
    const affected = node
      .get('affects')
      .items()
      .flatMap((item) => references.get(item.get('ref').string() ?? '') ?? []);
    if (affected.length === 0) {
      log.ignore("vulnerabilities that don't affect AI objects", node, id);
      continue;
    }
    log.attempt(node, () => {
      const { message, ...rule } = readVulnerability(node.requireObject(), toolName);
      for (const { type, key, stableKey } of affected) {
        const fingerprint = digest(rule.rule_id, type, stableKey);
        if (seen.has(fingerprint)) continue;
        const known = rules.get(rule.rule_id);
        if (known === undefined) found.push('rules', rule, node);
        const scanned = known ?? rule;
        rules.set(rule.rule_id, scanned);
        if (!scanned.object_types.includes(type)) scanned.object_types.push(type);
        const severity = rule.severity === scanned.severity ? {} : { severity: rule.severity };
        const object_key = key === undefined ? {} : { object_key: key };
        found.push('occurrences', { fingerprint, rule_id: rule.rule_id, ...object_key, ...severity, message }, node);
        seen.add(fingerprint);
      }
    });
  }
}

function readVulnerability(node: JsonNode, toolName: string): ScannedRule & { message: string } {
  const id = node.get('id').string() ?? node.get('bom-ref').string() ?? node.get('id').requiredString();
  const description = node.get('description').string() ?? node.get('detail').string();
  const text = redact(description === undefined ? id : `${id}: ${description}`).text;
  const tags = readTags(node.get('cwes'));
  const remediation = readRemediation(node);
  return {
    rule_id: toIdentifier(toolName, id),
    rule_name: truncate(id, 'ScannedRule.rule_name'),
    rule_description: truncate(redact(description ?? id).text, 'ScannedRule.rule_description'),
    object_types: [],
    source: 'external',
    severity: readSeverity(node.get('ratings')),
    ...(tags !== undefined && { tags }),
    ...(remediation !== undefined && { remediation }),
    message: truncate(text, 'ScannedOccurrence.message'),
  };
}

/** Reads the severity: the worst one that is stated, or else derived from the worst score. */
function readSeverity(ratings: JsonNode): Severity {
  const items = ratings.items();
  const stated = items.map((rating) => rating.get('severity').string()?.toLowerCase());
  const scores = items.map((rating) => toSeverity(rating.get('score').value));
  const worst = (found: readonly unknown[]) => SEVERITIES.find((severity) => found.includes(severity));
  return worst(stated) ?? worst(scores) ?? (stated.includes('none') ? 'info' : 'medium');
}

function readTags(cwes: JsonNode): Tags | undefined {
  const numbers = cwes
    .items()
    .flatMap(({ value }) => (/^\d{1,6}$/.test(String(value)) ? [`CWE-${Number(value)}`] : []));
  return numbers.length === 0 ? undefined : { cwe: [...new Set(numbers)].slice(0, 50) };
}

function readRemediation(node: JsonNode): Remediation | undefined {
  const recommendation = node.get('recommendation').string() ?? node.get('workaround').string();
  const urls = [
    node.get('source').get('url'),
    ...node
      .get('advisories')
      .items()
      .map((advisory) => advisory.get('url')),
  ];
  const references = [...new Set(urls.flatMap((url) => toWebUrl(url.string()) ?? []))].slice(0, 50);
  if (recommendation === undefined && references.length === 0) return undefined;
  return {
    summary: truncate(recommendation ?? 'Read the advisories.', 'Remediation.summary'),
    steps: [],
    references,
  };
}
