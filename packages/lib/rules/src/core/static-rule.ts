import { truncate } from '@aispm/report-import/limits';
import { redact } from '@aispm/report-import/redaction';
import type { Evidence, Rule, ScannedRule, Severity } from '@aispm/types';
import type { Graph, GraphNode } from './graph.ts';

/** A violation of a static rule by one object. */
export interface Violation {
  /** The object that violates the rule. */
  readonly object: GraphNode;
  /**
   * The evaluated object that caused the violation, if it is another one, such as the agent that is configured to use a tool. Its
   * locations show the violation.
   */
  readonly subject?: GraphNode;
  /** The objects of which each causes the violation by its use of the subject; the subject itself if omitted. */
  readonly causes?: readonly GraphNode[];
  /** Describes the violation in one or two sentences. */
  readonly message: string;
  readonly evidence: readonly Evidence[];
  /**
   * Distinguishes several violations of the rule by one object: stable keys and names, never identifiers or lines. Empty when an object
   * violates the rule no more than once.
   */
  readonly discriminators: readonly string[];
  /** The severity, with the reason, where circumstances make it differ from the rule's. */
  readonly severity?: { readonly value: Severity; readonly reason: string };
  /** The confidence from 0 to 1; 1 if omitted. */
  readonly confidence?: number;
}

/** A rule of the service itself. */
export interface StaticRule extends Omit<ScannedRule & Pick<Rule, 'rule_name' | 'rule_description'>, 'source'> {
  readonly source: 'static';
  readonly severity: Severity;
  readonly tags: NonNullable<Rule['tags']>;
  readonly remediation: NonNullable<Rule['remediation']> | null;
  /** Finds the violations in a graph. The result depends on nothing else. */
  readonly evaluate: (graph: Graph) => readonly Violation[];
}

/** Creates evidence: truncated to the limit of the contract, with secrets redacted. */
export function evidence(kind: Evidence['kind'], value: string): Evidence {
  const { text, redacted } = redact(value);
  return { kind, value: truncate(text, 'Evidence.value'), redacted: redacted || text.includes('[REDACTED]') };
}

/** Formats names for a sentence: `a`, `a and b`, `a, b and c`; a longer list is shortened. */
export function formatNames(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
