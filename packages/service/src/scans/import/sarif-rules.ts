import type { Remediation, ScannedRule, Severity, Tags } from '@aispm/types';
import { cut } from '../../contract/limits.ts';
import type { DocumentPart } from './document-part.ts';
import { identifier, webAddress } from './names.ts';

/** Levels of SARIF (2.1.0, 3.27.10) as severities; `warning` is what counts when nothing is said. */
const LEVELS: Readonly<Record<string, Severity>> = { error: 'high', warning: 'medium', note: 'low', none: 'info' };

/** A rule of a run, as its results refer to it. */
export interface SarifRule {
  readonly scanned: ScannedRule;
  /** The descriptor, for the texts of messages; without a value when the run describes no such rule. */
  readonly descriptor: DocumentPart;
}

/** The rules of a run by the way their results point to them. */
export class SarifRules {
  readonly #run: DocumentPart;
  readonly #toolName: string;
  readonly #year: number;
  readonly #rules = new Map<string, SarifRule>();

  /** @param year edition that tags without one are read in */
  constructor(run: DocumentPart, toolName: string, year: number) {
    this.#run = run;
    this.#toolName = toolName;
    this.#year = year;
  }

  /** All rules that results pointed to so far, each identifier once. */
  get scanned(): ScannedRule[] {
    const rules = [...this.#rules.values()].map(({ scanned }) => [scanned.rule_id, scanned] as const);
    return [...new Map(rules).values()];
  }

  /** The rule of a result (2.1.0, 3.27.5 to 3.27.7 and 3.52). */
  of(result: DocumentPart): SarifRule {
    const reference = result.get('rule');
    const component = this.#component(reference.get('toolComponent'));
    const index = reference.get('index').integer(-1) ?? result.get('ruleIndex').integer(-1) ?? -1;
    const stated = result.get('ruleId').text() ?? reference.get('id').text();
    const descriptors = component.get('rules').items();
    const descriptor = index >= 0 ? descriptors[index] : descriptors.find((rule) => isRule(rule, stated));
    if (index >= 0 && descriptor === undefined)
      throw result.get('ruleIndex').wrong(`points to a rule ${index} that is not there`);
    const id = descriptor?.get('id').text() ?? stated;
    if (id === undefined) throw result.get('ruleId').wrong('is missing, and no rule is pointed to');
    const known = this.#rules.get(id);
    if (known !== undefined) return known;
    const rule = this.#read(id, descriptor ?? reference.absent());
    this.#rules.set(id, rule);
    return rule;
  }

  #component(reference: DocumentPart): DocumentPart {
    const index = reference.get('index').integer(-1) ?? -1;
    const tool = this.#run.get('tool');
    if (index < 0) return tool.get('driver');
    const extension = tool.get('extensions').items()[index];
    if (extension === undefined)
      throw reference.get('index').wrong(`points to an extension ${index} that is not there`);
    return extension;
  }

  #read(id: string, descriptor: DocumentPart): SarifRule {
    const name = message(descriptor.get('shortDescription')) ?? descriptor.get('name').text() ?? id;
    const tags = readTags(descriptor.get('properties').get('tags'), this.#year);
    const remediation = readRemediation(descriptor);
    return {
      descriptor,
      scanned: {
        rule_id: identifier(this.#toolName, id),
        rule_name: cut(name, 'ScannedRule.rule_name'),
        rule_description: cut(message(descriptor.get('fullDescription')) ?? name, 'ScannedRule.rule_description'),
        object_types: ['location'],
        source: 'external',
        severity: ruleSeverity(descriptor),
        ...(Object.keys(tags).length > 0 && { tags }),
        ...(remediation !== undefined && { remediation }),
      },
    };
  }
}

/** Severity of a result where it differs from what its rule says, or undefined. */
export function resultSeverity(result: DocumentPart, rule: SarifRule): Severity | undefined {
  const severity = securitySeverity(result) ?? levelSeverity(result.get('level'));
  return severity === undefined || securitySeverity(rule.descriptor) !== undefined || severity === rule.scanned.severity
    ? undefined
    : severity;
}

function ruleSeverity(descriptor: DocumentPart): Severity {
  return securitySeverity(descriptor) ?? levelSeverity(descriptor.get('defaultConfiguration').get('level')) ?? 'medium';
}

/** The score from 0 to 10 that code scanners give, in the bands of CVSS. */
function securitySeverity(part: DocumentPart): Severity | undefined {
  const value = part.exists ? part.get('properties').get('security-severity').value : undefined;
  const score = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!(score >= 0 && score <= 10)) return undefined;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}

function levelSeverity(level: DocumentPart): Severity | undefined {
  const text = level.text();
  if (text === undefined) return undefined;
  const severity = LEVELS[text];
  if (severity === undefined)
    throw level.wrong(`is ${JSON.stringify(text)}, and has to be one of ${Object.keys(LEVELS).join(', ')}`);
  return severity;
}

/** A rule's identifier, or the part of a hierarchical one (2.1.0, 3.5.4.2). */
function isRule(rule: DocumentPart, stated: string | undefined): boolean {
  const id = rule.get('id').text();
  return id !== undefined && stated !== undefined && (id === stated || stated.startsWith(`${id}/`));
}

function message(part: DocumentPart): string | undefined {
  return part.get('text').text() ?? part.get('markdown').text();
}

/** CWE numbers, in the two ways that scanners write them as tags: `external/cwe/cwe-79` and `CWE-79: …`. */
function readTags(tags: DocumentPart, year: number): Tags {
  const numbers = tags
    .items()
    .map((tag) => /^(?:external\/cwe\/)?cwe-0*(\d+)\b/i.exec(tag.text() ?? '')?.[1])
    .filter((number) => number !== undefined);
  const cwe = [...new Set(numbers)].map((number) => `CWE-${number}:${year}`);
  return cwe.length === 0 ? {} : { cwe };
}

function readRemediation(descriptor: DocumentPart): Remediation | undefined {
  const reference = webAddress(descriptor.get('helpUri').text());
  const help = message(descriptor.get('help'));
  if (reference === undefined && help === undefined) return undefined;
  return {
    summary: cut(help ?? 'Read what the author of the rule says about it.', 'Remediation.summary'),
    steps: [],
    references: reference === undefined ? [] : [reference],
  };
}
