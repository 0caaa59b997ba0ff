import type { ConversationMessage, EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { cut } from '../contract/limits.ts';
import { redact } from '../redaction.ts';
import { type AgentEndpoint, askAgent, type ChatMessage } from './agent-endpoint.ts';
import type {
  AgentAnswer,
  AgentTraits,
  InteractionCounts,
  MetricSettings,
  ProbePrompt,
  RawConfig,
  RunnableEvaluation,
  Summary,
  Verdict,
} from './evaluation.ts';
import { type Outgoing, OutgoingError, type OutgoingFailure } from './outgoing.ts';
import { InvalidConfigError, metricSettings, probeSettings } from './settings.ts';
import { summarize, summarizeCounts } from './summary.ts';

/** What came of one prompt, without what only the database knows. */
export type PromptResult = Omit<EvaluationRunResult, 'id' | 'run_id' | 'created_at'>;

/** What happens in a run, in order: results, and then exactly one end. */
export type RunEvent =
  | { readonly kind: 'result'; readonly result: PromptResult; readonly progress: number }
  | { readonly kind: 'completed'; readonly summary: Summary }
  | {
      readonly kind: 'failed';
      readonly errorKind: NonNullable<EvaluationRun['error_kind']>;
      readonly errorMessage: string;
    }
  /** A stop was asked for. */
  | { readonly kind: 'stopped' };

export interface RunInput {
  readonly evaluation: RunnableEvaluation;
  /** Settings of the attached evaluation. */
  readonly config: RawConfig;
  /** The identifier of the run, from which its code words are made. */
  readonly seed: string;
  /** Where the agent takes prompts; null when it has no such endpoint. Metrics need none. */
  readonly endpoint: AgentEndpoint | null;
  readonly agent: AgentTraits;
  readonly outgoing: Outgoing;
  /** Counts the agent's interactions; only metrics ask for it. */
  readonly countInteractions: (settings: MetricSettings) => Promise<InteractionCounts>;
  /** Asks the run to stop. */
  readonly signal?: AbortSignal;
  /** Results that an earlier attempt of this run recorded; their prompts are not sent again. */
  readonly earlier?: readonly Pick<PromptResult, 'prompt_index' | 'status' | 'category'>[];
}

/** So many prompts without an answer, one after the other, end the run: the agent is not there. */
const GIVE_UP_AFTER = 5;

/** Longest answer that is judged, in characters, and most tool calls: detectors have to stay quick, whatever an agent sends. */
const MOST_JUDGED = 65_536;
const MOST_CALLS = 128;

/** Progress is 1 only when the run is completed, which is told after the last result. */
const MOST_PROGRESS = 0.99;

/**
 * Runs an evaluation. Nothing is written: whoever asks for the events records them.
 *
 * A prompt without a usable answer, or one that cannot be judged, is errored and never failed. The run fails when its settings are
 * wrong, when the agent cannot be called or does not answer several times in a row, and when nothing at all could be judged.
 */
export async function* runEvaluation(input: RunInput): AsyncGenerator<RunEvent, void, void> {
  try {
    if (input.signal?.aborted) yield { kind: 'stopped' };
    else if (input.evaluation.approach === 'metric') yield await runMetric(input);
    else yield* runProbe(input);
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error;
    yield {
      kind: 'failed',
      errorKind: error.errorKind,
      errorMessage: cut(error.message, 'EvaluationRun.error_message'),
    };
  }
}

async function runMetric({ evaluation, config, countInteractions }: RunInput): Promise<RunEvent> {
  if (evaluation.approach !== 'metric') throw new TypeError(`${evaluation.item.name} is no metric`);
  const settings = metricSettings(evaluation, config);
  const counts = await countInteractions(settings);
  const summary = summarizeCounts(counts.total, evaluation.judge(counts));
  if (summary !== undefined) return { kind: 'completed', summary };
  const days = settings.days === 1 ? 'the last day' : `the last ${settings.days} days`;
  return {
    kind: 'failed',
    errorKind: 'judge_error',
    errorMessage: `Nothing was captured of the agent in ${days} that could be judged.`,
  };
}

async function* runProbe(input: RunInput): AsyncGenerator<RunEvent, void, void> {
  const { evaluation, config, endpoint, seed, agent, signal, earlier = [] } = input;
  if (evaluation.approach !== 'probe') throw new TypeError(`${evaluation.item.name} is no probe`);
  const settings = probeSettings(evaluation, config);
  if (endpoint === null) {
    yield {
      kind: 'failed',
      errorKind: 'agent_unreachable',
      errorMessage: 'The agent has no HTTP endpoint that takes prompts.',
    };
    return;
  }
  const prompts = evaluation.prompts(settings, seed, agent);
  const results: Pick<PromptResult, 'prompt_index' | 'status' | 'category'>[] = earlier.filter(
    ({ prompt_index }) => prompt_index < prompts.length,
  );
  const known = new Set(results.map(({ prompt_index }) => prompt_index));
  let silent = 0;
  let failure: OutgoingError | undefined;
  for (const [index, prompt] of prompts.entries()) {
    if (known.has(index)) continue;
    const talk = await converse(prompt, settings.maxTurns, endpoint, input);
    if (talk === undefined || signal?.aborted) {
      yield { kind: 'stopped' };
      return;
    }
    failure = talk.failure;
    if (failure?.failure === 'not_allowed') {
      yield ended(failure);
      return;
    }
    const result = resultOf(index, prompt, talk);
    results.push(result);
    yield { kind: 'result', result, progress: Math.min(results.length / prompts.length, MOST_PROGRESS) };
    silent = failure === undefined || failure.failure === 'bad_answer' ? 0 : silent + 1;
    if (failure !== undefined && silent >= GIVE_UP_AFTER) {
      yield ended(failure);
      return;
    }
  }
  const summary = summarize(results);
  if (summary !== undefined) yield { kind: 'completed', summary };
  else if (failure !== undefined) yield ended(failure);
  else yield { kind: 'failed', errorKind: 'judge_error', errorMessage: 'None of the answers could be judged.' };
}

interface Talk {
  readonly verdict: Verdict;
  readonly conversation: readonly ConversationMessage[];
  /** Undefined when the agent gave no answer. */
  readonly latencyMs: number | undefined;
  readonly failure?: OutgoingError;
}

/** Holds one conversation, until the agent fails or turns end. Undefined when a stop was asked for in between. */
async function converse(
  prompt: ProbePrompt,
  maxTurns: number,
  endpoint: AgentEndpoint,
  { outgoing, signal }: RunInput,
): Promise<Talk | undefined> {
  const messages: ChatMessage[] = [];
  const conversation: ConversationMessage[] = [];
  let latencyMs: number | undefined;
  let verdict: Verdict = { status: 'errored', explanation: 'Nothing was said.' };
  for (const turn of prompt.turns.slice(0, maxTurns)) {
    messages.push({ role: 'user', content: turn });
    conversation.push(told('user', turn));
    try {
      const timed = await askAgent(outgoing, endpoint, messages, signal);
      latencyMs = (latencyMs ?? 0) + timed.latencyMs;
      const said = spoken(timed.answer);
      messages.push({ role: 'assistant', content: said });
      conversation.push(told('assistant', said));
      verdict = judged(prompt, timed.answer);
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!(error instanceof OutgoingError)) throw error;
      return { verdict: { status: 'errored', explanation: error.message }, conversation, latencyMs, failure: error };
    }
    if (verdict.status === 'failed') break;
  }
  return { verdict, conversation, latencyMs };
}

/** The verdict on the beginning of an answer; a detector that breaks has not judged. */
function judged(prompt: ProbePrompt, { text, toolCalls }: AgentAnswer): Verdict {
  const calls = toolCalls.map((call) => ({ ...call, arguments: call.arguments.slice(0, MOST_JUDGED) }));
  try {
    return prompt.judge({ text: text.slice(0, MOST_JUDGED), toolCalls: calls.slice(0, MOST_CALLS) });
  } catch (error) {
    return {
      status: 'errored',
      explanation: `The answer could not be judged: ${error instanceof Error ? error.message : 'unknown'}`,
    };
  }
}

/** What the agent said, with the tools that it wants to call. */
function spoken({ text, toolCalls }: AgentAnswer): string {
  return [text, ...toolCalls.map((call) => `[calls ${call.name} with ${call.arguments}]`)]
    .filter((line) => line !== '')
    .join('\n');
}

function told(role: ConversationMessage['role'], content: string): ConversationMessage {
  return { role, content: cut(redact(content).text, 'ConversationMessage.content') };
}

function resultOf(index: number, { category }: ProbePrompt, { verdict, conversation, latencyMs }: Talk): PromptResult {
  return {
    prompt_index: index,
    status: verdict.status,
    score: verdict.status === 'errored' ? null : verdict.status === 'passed' ? 1 : 0,
    explanation: cut(redact(verdict.explanation).text, 'EvaluationRunResult.explanation'),
    category,
    conversation: [...conversation],
    latency_ms: latencyMs ?? null,
  };
}

/** The end of a run whose agent did not answer. */
function ended(error: OutgoingError): RunEvent {
  const kinds: Readonly<Record<OutgoingFailure, 'agent_unreachable' | 'timeout' | 'judge_error'>> = {
    not_allowed: 'agent_unreachable',
    unreachable: 'agent_unreachable',
    timeout: 'timeout',
    bad_answer: 'judge_error',
  };
  return {
    kind: 'failed',
    errorKind: kinds[error.failure],
    errorMessage: cut(error.message, 'EvaluationRun.error_message'),
  };
}
