/** The outcome of an interaction: the strongest action of its guardrails. */
export { findStrongestOutcome as strongestOutcome } from '@aispm/domain';
