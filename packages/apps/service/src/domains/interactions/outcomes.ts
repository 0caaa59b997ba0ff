/** The outcome of an interaction: the strongest action of its guardrails. */
import type { GuardrailAction, GuardrailOutcome, GuardrailResult } from '@aispm/types';

/** The outcome of each action, in ascending order of strength. */
export const OUTCOMES: Record<GuardrailAction, GuardrailOutcome> = {
  allow: 'OK',
  alert: 'ALERTED',
  redact: 'REDACTED',
  block: 'BLOCKED',
};

const ACTIONS = Object.keys(OUTCOMES) as GuardrailAction[];

/** Returns the outcome of the strongest action; `OK` when there is none. */
export function strongestOutcome(results: readonly GuardrailResult[]): GuardrailOutcome {
  const strongest = Math.max(0, ...results.map(({ action }) => ACTIONS.indexOf(action)));
  return OUTCOMES[ACTIONS[strongest] as GuardrailAction];
}
