import type { Evidence, Rule, Severity } from '@aispm/types';
import { cut } from '../contract/limits.ts';
import { redact } from '../redaction.ts';
import type { GraphNode, GraphView } from './graph-view.ts';

/** Something that a rule found on one object. */
export interface Finding {
  /** The object that has it. */
  readonly object: GraphNode;
  /** The object whose places show it, where that is another one, such as the agent that is set up to use a tool. */
  readonly shownAt?: GraphNode;
  /** What is wrong here, in one or two sentences. */
  readonly message: string;
  readonly evidence: readonly Evidence[];
  /**
   * What tells findings of this rule on one object apart, besides the object: stable keys and names, never identifiers or lines.
   * Empty when the object has the finding at most once.
   */
  readonly fingerprint: readonly string[];
  /** Severity where circumstances make it another one than the rule's, with the reason. */
  readonly severity?: { readonly value: Severity; readonly reason: string };
  /** How sure it is, from 0 to 1; 1 when left out. */
  readonly confidence?: number;
}

/** A rule of the service itself. */
export interface StaticRule extends Omit<Rule, 'source'> {
  readonly source: 'static';
  readonly severity: Severity;
  readonly tags: NonNullable<Rule['tags']>;
  readonly remediation: NonNullable<Rule['remediation']> | null;
  /** Finds what breaks the rule in a graph; looks at nothing else. */
  readonly evaluate: (graph: GraphView) => readonly Finding[];
}

/** A piece of evidence, cut to what the contract allows, with secrets blotted out. */
export function evidence(kind: Evidence['kind'], value: string): Evidence {
  const { text, redacted } = redact(value);
  return { kind, value: cut(text, 'Evidence.value'), redacted: redacted || text.includes('[REDACTED]') };
}

/** Names for a sentence: `a`, `a and b`, `a, b and c`; a longer list is cut short. */
export function listed(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
