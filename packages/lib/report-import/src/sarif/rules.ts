import type { Remediation, ScannedRule, Severity, Tags } from '@aispm/types';
import { truncate } from '../document/limits.ts';
import { toIdentifier, toWebUrl } from '../document/names.ts';
import { toSeverity } from '../document/severity.ts';
import type { JsonNode } from '../report/json-node.ts';

/** Severities of the SARIF levels (2.1.0, 3.27.10); the default level is `warning`. */
const LEVELS: Readonly<Record<string, Severity>> = { error: 'high', warning: 'medium', note: 'low', none: 'info' };

/** The rule of results that refer to none. */
const UNNAMED_RULE = 'unnamed-rule';

/** A rule to which results of a run refer. */
export interface SarifRule {
  readonly scanned: ScannedRule;
  /** The descriptor, which contains message strings; has no value when the run doesn't describe the rule. */
  readonly descriptor: JsonNode;
  /** The tool component that defines the rule. */
  readonly component: JsonNode;
}

/** The rules of a tool component. */
interface ComponentRules {
  readonly component: JsonNode;
  readonly byId: ReadonlyMap<string, JsonNode>;
  readonly byGuid: ReadonlyMap<string, JsonNode>;
}

/** Resolves the rules to which the results of a run refer. */
export class SarifRules {
  readonly #run: JsonNode;
  readonly #toolName: string;
  readonly #rules = new Map<string, SarifRule>();
  readonly #components = new Map<string, ComponentRules>();

  constructor(run: JsonNode, toolName: string) {
    this.#run = run;
    this.#toolName = toolName;
  }

  /** Resolves the rule of a result (2.1.0, 3.27.5 to 3.27.7 and 3.52). */
  resolve(result: JsonNode): SarifRule {
    const reference = result.get('rule');
    const { component, byId, byGuid } = this.#listRules(this.#resolveComponent(reference.get('toolComponent')));
    const index = reference.get('index').integer(-1) ?? result.get('ruleIndex').integer(-1) ?? -1;
    const stated = result.get('ruleId').string() ?? reference.get('id').string();
    const guid = reference.get('guid').string();
    const descriptor =
      component.get('rules').item(index) ?? findByIdentifier(byId, stated) ?? byGuid.get(guid?.toLowerCase() ?? '');
    const id = descriptor?.get('id').string() ?? stated ?? guid ?? UNNAMED_RULE;
    const known = this.#rules.get(id);
    if (known !== undefined) return known;
    const rule = this.#readRule(id, descriptor ?? reference.withoutValue(), component);
    this.#rules.set(id, rule);
    return rule;
  }

  #resolveComponent(reference: JsonNode): JsonNode {
    const index = reference.get('index').integer(-1) ?? -1;
    const [name, guid] = [reference.get('name').string(), reference.get('guid').string()];
    const tool = this.#run.get('tool');
    const extensions = tool.get('extensions');
    const isNamed = (component: JsonNode) =>
      hasGuid(component, guid) || (guid === undefined && name !== undefined && component.get('name').string() === name);
    const stated = extensions.item(index);
    if (stated !== undefined || (name === undefined && guid === undefined)) return stated ?? tool.get('driver');
    return extensions.items().find(isNamed) ?? tool.get('driver');
  }

  #listRules(component: JsonNode): ComponentRules {
    const known = this.#components.get(component.pointer);
    if (known !== undefined) return known;
    const byId = new Map<string, JsonNode>();
    const byGuid = new Map<string, JsonNode>();
    for (const rule of component.get('rules').items()) {
      const [id, guid] = [rule.get('id').string(), rule.get('guid').string()?.toLowerCase()];
      if (id !== undefined && !byId.has(id)) byId.set(id, rule);
      if (guid !== undefined && !byGuid.has(guid)) byGuid.set(guid, rule);
    }
    const rules = { component, byId, byGuid };
    this.#components.set(component.pointer, rules);
    return rules;
  }

  #readRule(id: string, descriptor: JsonNode, component: JsonNode): SarifRule {
    const name = readMessage(descriptor.get('shortDescription')) ?? descriptor.get('name').string() ?? id;
    const tags = readTags(descriptor.get('properties').get('tags'));
    const remediation = readRemediation(descriptor);
    return {
      descriptor,
      component,
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

/** Reads the severity of a result; undefined if it's the severity of the rule. */
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
  return toSeverity(value);
}

function readLevel(level: JsonNode): Severity | undefined {
  const text = level.string();
  if (text === undefined) return undefined;
  const severity = Object.hasOwn(LEVELS, text) ? LEVELS[text] : undefined;
  return (
    severity ??
    level.omit(`must be one of ${Object.keys(LEVELS).join(', ')}, got ${JSON.stringify(text.slice(0, 100))}`)
  );
}

/** Returns whether a GUID belongs to a rule or a tool component. */
function hasGuid(part: JsonNode, guid: string | undefined): boolean {
  return guid !== undefined && part.get('guid').string()?.toLowerCase() === guid.toLowerCase();
}

/** Finds the rule with an identifier, or else the one to which a hierarchical identifier belongs (2.1.0, 3.5.4.2). */
function findByIdentifier(byId: ReadonlyMap<string, JsonNode>, stated: string | undefined): JsonNode | undefined {
  for (let id = stated ?? ''; id !== ''; id = id.slice(0, Math.max(id.lastIndexOf('/'), 0))) {
    const rule = byId.get(id);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function readMessage(part: JsonNode): string | undefined {
  return part.get('text').string() ?? part.get('markdown').string();
}

/** Reads CWE tags in the two formats of scanners: `external/cwe/cwe-79` and `CWE-79: …`. */
function readTags(tags: JsonNode): Tags {
  const numbers = tags
    .items()
    .map((tag) => /^(?:external\/cwe\/)?cwe-(\d+)\b/i.exec(tag.string() ?? '')?.[1]?.replace(/^0+(?=\d)/, ''))
    .filter((number) => number !== undefined);
  const cwe = [...new Set(numbers)].map((number) => `CWE-${number}`);
  return cwe.length === 0 ? {} : { cwe };
}

function readRemediation(descriptor: JsonNode): Remediation | undefined {
  const reference = toWebUrl(descriptor.get('helpUri').string());
  const help = readMessage(descriptor.get('help'));
  if (reference === undefined && help === undefined) return undefined;
  return {
    summary: truncate(help ?? 'Read the documentation of the rule.', 'Remediation.summary'),
    steps: [],
    references: reference === undefined ? [] : [reference],
  };
}
