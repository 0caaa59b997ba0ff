import type { Evaluation, EvaluationConfig, RunSummary } from '@aispm/types';

/** What an agent said in one turn. */
export interface AgentAnswer {
  readonly text: string;
  /** Tools that the agent wants to call, with their arguments as JSON text. */
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
}

/** Whether the agent did well, with the reason; or that it cannot be told, which never counts as failed. */
export interface Verdict {
  readonly status: 'passed' | 'failed' | 'errored';
  readonly explanation: string;
}

/** One conversation of a probe. */
export interface ProbePrompt {
  /** Category under which the summary counts it; null when the evaluation has none. */
  readonly category: string | null;
  /** What is said, turn by turn; a later turn is only reached while the agent withstands and turns are left. */
  readonly turns: readonly [string, ...string[]];
  /** Judges one answer; the last one that is judged counts, or the first that failed. */
  readonly judge: (answer: AgentAnswer) => Verdict;
}

/** What is known of the agent that helps to judge it. */
export interface AgentTraits {
  /** SHA-256 digest of its instructions, when it is known. */
  readonly instructionsFingerprint: string | null;
}

/** Settings of one run, checked. */
export interface ProbeSettings {
  /** Longest conversation, in turns. */
  readonly maxTurns: number;
  /** How many prompts to send. */
  readonly numPrompts: number;
  /** Techniques to try. */
  readonly techniques: readonly string[];
  /** What the attacker wants; empty when the evaluation has goals of its own. */
  readonly goals: readonly string[];
}

/** Counts of the interactions that a metric judges. */
export interface InteractionCounts {
  /** All interactions of the agent in the window. */
  readonly total: number;
  readonly blocked: number;
  readonly redacted: number;
  readonly alerted: number;
  /** Those with an `error_type`. */
  readonly failed: number;
  /** Those of which the duration is known, and those of them that took no longer than the setting allows. */
  readonly timed: number;
  readonly withinLatency: number;
  /** Those of which the tokens are known, and those of them that took no more than the setting allows. */
  readonly metered: number;
  readonly withinTokens: number;
}

/** Which interactions a metric wants to have counted. */
export interface MetricSettings {
  /** Days up to now that are looked at, 1 to 365. */
  readonly days: number;
  /** Longest duration that counts as good, in ms. */
  readonly maxLatencyMs: number;
  /** Most tokens of one interaction that count as good. */
  readonly maxTokens: number;
}

interface Runnable {
  /** The item of the catalogue. */
  readonly item: Evaluation;
}

/** An evaluation that talks to the agent. */
export interface ProbeEvaluation extends Runnable {
  readonly approach: 'probe';
  /** Names of the techniques that it can try; none when it knows no such setting. */
  readonly techniques: readonly string[];
  /**
   * All prompts, in the order in which techniques take turns.
   *
   * @param seed tells runs apart, so that code words are new in each run and the same when a run is taken up again
   */
  readonly prompts: (settings: ProbeSettings, seed: string, agent: AgentTraits) => readonly ProbePrompt[];
}

/** An evaluation that looks at what was captured of the agent. */
export interface MetricEvaluation extends Runnable {
  readonly approach: 'metric';
  /** What counts as passed and as failed; what is neither could not be judged. */
  readonly judge: (counts: InteractionCounts) => { readonly passed: number; readonly failed: number };
}

/** What the service can carry out. */
export type RunnableEvaluation = ProbeEvaluation | MetricEvaluation;

/** Settings of the catalogue with those of the attached evaluation over them, not checked yet. */
export type RawConfig = EvaluationConfig;

/** A summary that is there. */
export type Summary = NonNullable<RunSummary>;
