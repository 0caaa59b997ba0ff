import type { Remediation, ScannedRule, Severity, Tags } from '@aispm/types';
import { truncate } from '../../../platform/contract/limits.ts';
import type { JsonNode } from './json-node.ts';
import { toIdentifier, toWebUrl } from './names.ts';

/** Severities of the SARIF levels (2.1.0, 3.27.10); the default level is `warning`. */
const LEVELS: Readonly<Record<string, Severity>> = { error: 'high', warning: 'medium', note: 'low', none: 'info' };

/** The rule of results that refer to none. */
const UNNAMED_RULE = 'unnamed-rule';

/** A rule to which results of a run refer. */
export interface SarifRule {
  readonly scanned: ScannedRule;
  /** The descriptor, which contains message texts; has no value when the run does not describe the rule. */
  readonly descriptor: JsonNode;
}

/** Resolves the rules to which the results of a run refer. */
export class SarifRules {
  readonly #run: JsonNode;
  readonly #toolName: string;
  readonly #rules = new Map<string, SarifRule>();

  constructor(run: JsonNode, toolName: string) {
    this.#run = run;
    this.#toolName = toolName;
  }

  /** The rules that were resolved so far, without duplicates. */
  get scanned(): ScannedRule[] {
    const rules = [...this.#rules.values()].map(({ scanned }) => [scanned.rule_id, scanned] as const);
    return [...new Map(rules).values()];
  }

  /** Resolves the rule of a result (2.1.0, 3.27.5 to 3.27.7 and 3.52). */
  resolve(result: JsonNode): SarifRule {
    const reference = result.get('rule');
    const component = this.#resolveComponent(reference.get('toolComponent'));
    const index = reference.get('index').integer(-1) ?? result.get('ruleIndex').integer(-1) ?? -1;
    const stated = result.get('ruleId').text() ?? reference.get('id').text();
    const descriptors = component.get('rules').items();
    const guid = reference.get('guid').text();
    const descriptor =
      descriptors[index] ?? descriptors.find((rule) => hasIdentifier(rule, stated) || hasGuid(rule, guid));
    const id = descriptor?.get('id').text() ?? stated ?? guid ?? UNNAMED_RULE;
    const known = this.#rules.get(id);
    if (known !== undefined) return known;
    const rule = this.#readRule(id, descriptor ?? reference.withoutValue());
    this.#rules.set(id, rule);
    return rule;
  }

  #resolveComponent(reference: JsonNode): JsonNode {
    const index = reference.get('index').integer(-1) ?? -1;
    const [name, guid] = [reference.get('name').text(), reference.get('guid').text()];
    const tool = this.#run.get('tool');
    const extensions = tool.get('extensions').items();
    const isNamed = (component: JsonNode) =>
      hasGuid(component, guid) || (guid === undefined && name !== undefined && component.get('name').text() === name);
    return extensions[index] ?? extensions.find(isNamed) ?? tool.get('driver');
  }

  #readRule(id: string, descriptor: JsonNode): SarifRule {
    const name = readMessage(descriptor.get('shortDescription')) ?? descriptor.get('name').text() ?? id;
    const tags = readTags(descriptor.get('properties').get('tags'));
    const remediation = readRemediation(descriptor);
    return {
      descriptor,
      scanned: {
        rule_id: toIdentifier(this.#toolName, id),
        rule_name: truncate(name, 'ScannedRule.rule_name'),
        rule_description: truncate(
          readMessage(descriptor.get('fullDescription')) ?? name,
          'ScannedRule.rule_description',
        ),
        object_types: ['location'],
        source: 'external',
        severity: readRuleSeverity(descriptor),
        ...(Object.keys(tags).length > 0 && { tags }),
        ...(remediation !== undefined && { remediation }),
      },
    };
  }
}

/** Reads the severity of a result; undefined when it is that of the rule. */
export function readResultSeverity(result: JsonNode, rule: SarifRule): Severity | undefined {
  const severity = readSecuritySeverity(result) ?? readLevel(result.get('level'));
  return severity === undefined ||
    readSecuritySeverity(rule.descriptor) !== undefined ||
    severity === rule.scanned.severity
    ? undefined
    : severity;
}

function readRuleSeverity(descriptor: JsonNode): Severity {
  return readSecuritySeverity(descriptor) ?? readLevel(descriptor.get('defaultConfiguration').get('level')) ?? 'medium';
}

/** Reads the score from 0 to 10 of code scanners, as a severity of the CVSS rating scale. */
function readSecuritySeverity(part: JsonNode): Severity | undefined {
  const value = part.exists ? part.get('properties').get('security-severity').value : undefined;
  const score = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!(score >= 0 && score <= 10)) return undefined;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}

function readLevel(level: JsonNode): Severity | undefined {
  const text = level.text();
  if (text === undefined) return undefined;
  const severity = LEVELS[text];
  if (severity === undefined)
    throw level.error(`must be one of ${Object.keys(LEVELS).join(', ')}, got ${JSON.stringify(text)}`);
  return severity;
}

/** Returns whether a GUID is that of a rule or a tool component. */
function hasGuid(part: JsonNode, guid: string | undefined): boolean {
  return guid !== undefined && part.get('guid').text()?.toLowerCase() === guid.toLowerCase();
}

/** Returns whether an identifier is that of a rule, or a hierarchical one below it (2.1.0, 3.5.4.2). */
function hasIdentifier(rule: JsonNode, stated: string | undefined): boolean {
  const id = rule.get('id').text();
  return id !== undefined && stated !== undefined && (id === stated || stated.startsWith(`${id}/`));
}

function readMessage(part: JsonNode): string | undefined {
  return part.get('text').text() ?? part.get('markdown').text();
}

/** Reads CWE tags in the two formats of scanners: `external/cwe/cwe-79` and `CWE-79: …`. */
function readTags(tags: JsonNode): Tags {
  const numbers = tags
    .items()
    .map((tag) => /^(?:external\/cwe\/)?cwe-0*(\d+)\b/i.exec(tag.text() ?? '')?.[1])
    .filter((number) => number !== undefined);
  const cwe = [...new Set(numbers)].map((number) => `CWE-${number}`);
  return cwe.length === 0 ? {} : { cwe };
}

function readRemediation(descriptor: JsonNode): Remediation | undefined {
  const reference = toWebUrl(descriptor.get('helpUri').text());
  const help = readMessage(descriptor.get('help'));
  if (reference === undefined && help === undefined) return undefined;
  return {
    summary: truncate(help ?? 'Read the documentation of the rule.', 'Remediation.summary'),
    steps: [],
    references: reference === undefined ? [] : [reference],
  };
}
