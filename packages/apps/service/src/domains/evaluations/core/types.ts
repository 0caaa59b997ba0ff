/** The types that evaluations, detectors and runs share. */
import type { Evaluation, EvaluationConfig, RunSummary } from '@aispm/types';

/** One message of an agent. */
export interface AgentResponse {
  readonly text: string;
  /** The tools that the agent requests to call, with their arguments as JSON text. */
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  /** Whether the agent says that it cut the response off at a limit of its length. */
  readonly isCut?: boolean;
}

/** The judgement of a response. `errored` means that it could not be judged, which never counts as failed. */
export interface Verdict {
  readonly status: 'passed' | 'failed' | 'errored';
  readonly explanation: string;
}

/** One conversation of a probe. */
export interface ProbePrompt {
  /** The category under which the summary counts it; null when the evaluation has none. */
  readonly category: string | null;
  /** The messages to the agent. A later one is sent only while the agent passes and turns are left. */
  readonly turns: readonly [string, ...string[]];
  /** Judges one response. The first failed verdict of a conversation counts, otherwise the first errored one. */
  readonly judge: (response: AgentResponse) => Verdict;
  /** Shows that the agent understood; null when the judge passes only responses that show it by themselves. */
  readonly control: Control | null;
  /** Whether the prompt asks to repeat something, so that a response that does it is none of a broken agent. */
  readonly asksToRepeat?: boolean;
  /** Whether tools that the agent requests are a response by themselves, which the judge looks at. */
  readonly judgesToolCalls?: boolean;
}

/** Harmless prompts that show whether the agent understands prompts of a form, and responds to them. */
export interface Control {
  /** The form; prompts of the same form share the control. */
  readonly form: string;
  /** Wordings. A later one is sent only when the agent does not respond correctly to those before. */
  readonly wordings: readonly [ControlWording, ...ControlWording[]];
  /** Why nothing is known about an agent that does not respond correctly. */
  readonly consequence: string;
}

/** A wording of a control. Its correct response is that of no other wording, so that a response to an earlier one does not meet it. */
export interface ControlWording {
  readonly prompt: string;
  /** Returns whether a response is the correct one. */
  readonly isMet: (response: AgentResponse) => boolean;
}

/** Facts about the agent that help to judge its responses. */
export interface AgentTraits {
  /** SHA-256 digest of its instructions; null when it is unknown. */
  readonly instructionsFingerprint: string | null;
}

/** The checked settings of a run of a probe. */
export interface ProbeSettings {
  /** Maximum length of a conversation, in turns. */
  readonly maxTurns: number;
  /** Number of prompts to send. */
  readonly numPrompts: number;
  /** Names of the techniques to use. */
  readonly techniques: readonly string[];
  /** Goals of the attacker; empty when the evaluation has goals of its own. */
  readonly goals: readonly string[];
}

/** Counts of the interactions that a metric judges. */
export interface InteractionCounts {
  /** All interactions of the agent in the period. */
  readonly total: number;
  readonly blocked: number;
  readonly redacted: number;
  readonly alerted: number;
  /** Those with an `error_type`. */
  readonly failed: number;
  /** Those with a known duration. */
  readonly timed: number;
  /** Those of `timed` that were not slower than the settings allow. */
  readonly withinLatency: number;
  /** Those with a known number of tokens. */
  readonly metered: number;
  /** Those of `metered` that did not use more tokens than the settings allow. */
  readonly withinTokens: number;
}

/** Selects and grades the interactions that a metric counts. */
export interface MetricSettings {
  /** Length of the period that ends now, in days, 1 to 365. */
  readonly days: number;
  /** Maximum duration of an interaction that passes, in milliseconds. */
  readonly maxLatencyMs: number;
  /** Maximum number of tokens of an interaction that passes. */
  readonly maxTokens: number;
}

interface CatalogueEntry {
  /** The item of the catalogue. */
  readonly item: Evaluation;
}

/** An evaluation that sends prompts to the agent. */
export interface ProbeEvaluation extends CatalogueEntry {
  readonly approach: 'probe';
  /** Names of its techniques; empty when it does not support the setting. */
  readonly techniques: readonly string[];
  /**
   * Returns all prompts, alternating between the techniques.
   *
   * @param seed identifies the run: code words differ between runs and stay the same when a run is resumed
   */
  readonly prompts: (settings: ProbeSettings, seed: string, agent: AgentTraits) => readonly ProbePrompt[];
}

/** An evaluation that counts captured interactions of the agent. */
export interface MetricEvaluation extends CatalogueEntry {
  readonly approach: 'metric';
  /** Returns how many interactions passed and failed; the others could not be judged. */
  readonly judge: (counts: InteractionCounts) => { readonly passed: number; readonly failed: number };
}

/** An evaluation that the service can execute. */
export type RunnableEvaluation = ProbeEvaluation | MetricEvaluation;

/** Settings that are not checked yet. */
export type RawConfig = EvaluationConfig;

/** The summary of a completed run, as it is stored. */
export type Summary = Omit<NonNullable<RunSummary>, 'score_interval'>;
