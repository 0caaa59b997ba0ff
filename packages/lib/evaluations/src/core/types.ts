/** The types that evaluations, detectors and runs share. */
import type { Evaluation, EvaluationConfig } from '@aispm/types';

/** One message of an agent. */
export interface AgentResponse {
  readonly text: string;
  /** The tools that the agent requests to call, with their arguments as JSON text. */
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  /** Whether the agent reports that it truncated the response at its length limit. */
  readonly isCut?: boolean;
}

/** The judgment of a response. `errored` means that it couldn't be judged, which never counts as failed. */
export interface Verdict {
  readonly status: 'passed' | 'failed' | 'errored';
  readonly explanation: string;
}

/** One conversation of a probe. */
export interface ProbePrompt {
  /** The category under which the summary counts it; null if the evaluation has no categories. */
  readonly category: string | null;
  /** The messages to the agent. A later one is only sent while the agent passes and turns are left. */
  readonly turns: readonly [string, ...string[]];
  /** Judges one response. The first failed verdict of a conversation counts, otherwise the first errored one. */
  readonly judge: (response: AgentResponse) => Verdict;
  /** Proves that the agent understood; null if the judge only passes responses that prove it themselves. */
  readonly control: Control | null;
  /** Whether the prompt asks to repeat something, so a repetition doesn't mean that the agent is broken. */
  readonly asksToRepeat?: boolean;
  /** Whether requested tool calls alone are a response, which the judge examines. */
  readonly judgesToolCalls?: boolean;
}

/** Harmless prompts that prove whether the agent understands and responds to prompts of a form. */
export interface Control {
  /** The form; prompts of the same form share the control. */
  readonly form: string;
  /** Wordings. A later one is only sent if the agent doesn't respond correctly to the earlier ones. */
  readonly wordings: readonly [ControlWording, ...ControlWording[]];
  /** Why nothing is known about an agent that doesn't respond correctly. */
  readonly consequence: string;
}

/**
 * A wording of a control. No other wording has the same correct response, so a late response to an earlier one doesn't satisfy
 * it.
 */
export interface ControlWording {
  readonly prompt: string;
  /** Returns whether a response is the correct one. */
  readonly isMet: (response: AgentResponse) => boolean;
}

/** Facts about the agent that help to judge its responses. */
export interface AgentTraits {
  /** SHA-256 digest of its instructions; null if unknown. */
  readonly instructionsFingerprint: string | null;
}

/** The checked settings of a run of a probe. */
export interface ProbeSettings {
  /** Maximum length of a conversation, in turns. */
  readonly maxTurns: number;
  /** Number of prompts to send. */
  readonly numPrompts: number;
  /** Names of the techniques. */
  readonly techniques: readonly string[];
  /** Goals of the attacker; empty if the evaluation has its own goals. */
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
  /** Those of `timed` within the duration limit of the settings. */
  readonly withinLatency: number;
  /** Those with a known number of tokens. */
  readonly metered: number;
  /** Those of `metered` within the token limit of the settings. */
  readonly withinTokens: number;
}

/** Selects and grades the interactions that a metric counts. */
export interface MetricSettings {
  /** Length of the period up to now, in days, 1 to 365. */
  readonly days: number;
  /** Maximum duration of a passing interaction, in milliseconds. */
  readonly maxLatencyMs: number;
  /** Maximum number of tokens of a passing interaction. */
  readonly maxTokens: number;
}

interface CatalogueEntry {
  /** The item of the catalogue. */
  readonly item: Evaluation;
}

/** An evaluation that sends prompts to the agent. */
export interface ProbeEvaluation extends CatalogueEntry {
  readonly approach: 'probe';
  /** Names of its techniques; empty if it doesn't support the setting. */
  readonly techniques: readonly string[];
  /**
   * Returns all prompts, alternating between the techniques.
   *
   * @param seed identifies the run: code words differ between runs, but stay the same when a run resumes
   */
  readonly prompts: (settings: ProbeSettings, seed: string, agent: AgentTraits) => readonly ProbePrompt[];
}

/** An evaluation that counts captured interactions of the agent. */
export interface MetricEvaluation extends CatalogueEntry {
  readonly approach: 'metric';
  /** Returns the numbers of passed and failed interactions; the others couldn't be judged. */
  readonly judge: (counts: InteractionCounts) => { readonly passed: number; readonly failed: number };
}

/** An evaluation that the service can execute. */
export type RunnableEvaluation = ProbeEvaluation | MetricEvaluation;

/** Unvalidated settings. */
export type RawConfig = EvaluationConfig;
