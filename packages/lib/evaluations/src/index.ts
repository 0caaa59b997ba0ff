/** The built-in evaluations, and what custom ones share with them. */
export { confirmReference, requestCodeWord } from './catalogue/controls.ts';
export { errored, failed, passed } from './catalogue/define-probe.ts';
export { builtInEvaluations } from './catalogue/index.ts';
export type {
  AgentResponse,
  AgentTraits,
  Control,
  ControlWording,
  InteractionCounts,
  MetricEvaluation,
  MetricSettings,
  ProbeEvaluation,
  ProbePrompt,
  ProbeSettings,
  RawConfig,
  RunnableEvaluation,
  Verdict,
} from './core/types.ts';
export { createCanary } from './detectors/canary.ts';
export { ENCODINGS } from './detectors/encodings.ts';
export { isRefusal } from './detectors/refusal.ts';
export { findEmptiness, isEcho, isStutter } from './detectors/vacuous.ts';
