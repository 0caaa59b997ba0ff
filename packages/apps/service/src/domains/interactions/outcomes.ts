/** The outcome of an interaction: the strongest action of its guardrails. */
import { OUTCOMES } from '@aispm/dataset';
import type { GuardrailAction, GuardrailOutcome, GuardrailResult } from '@aispm/types';

const ACTIONS = Object.keys(OUTCOMES) as GuardrailAction[];

/** Returns the outcome of the strongest action; `OK` when there is none. */
export function strongestOutcome(results: readonly GuardrailResult[]): GuardrailOutcome {
  const strongest = Math.max(0, ...results.map(({ action }) => ACTIONS.indexOf(action)));
  return OUTCOMES[ACTIONS[strongest] as GuardrailAction];
}
