/** What guardrails did to an interaction, taken together. */
import type { GuardrailAction, GuardrailOutcome, GuardrailResult } from '@aispm/types';

/** The actions, the strongest last, and what each leads to. */
export const OUTCOMES: Record<GuardrailAction, GuardrailOutcome> = {
  allow: 'OK',
  alert: 'ALERTED',
  redact: 'REDACTED',
  block: 'BLOCKED',
};

const ACTIONS = Object.keys(OUTCOMES) as GuardrailAction[];

/** The outcome of the strongest action; `OK` when no guardrail looked. */
export function outcomeOf(results: readonly GuardrailResult[]): GuardrailOutcome {
  const strongest = Math.max(0, ...results.map(({ action }) => ACTIONS.indexOf(action)));
  return OUTCOMES[ACTIONS[strongest] as GuardrailAction];
}
