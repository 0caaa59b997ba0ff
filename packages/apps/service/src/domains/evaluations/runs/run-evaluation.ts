/** Runs an evaluation and reports its events, without storing anything. */
import {
  type AgentResponse,
  type AgentTraits,
  type Control,
  type InteractionCounts,
  isRefusal,
  type MetricEvaluation,
  type MetricSettings,
  type ProbeEvaluation,
  type ProbePrompt,
  type RawConfig,
  type RunnableEvaluation,
  type Verdict,
} from '@aispm/evaluations';
import type { ConversationMessage, EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { truncate } from '../../../platform/contract/limits.ts';
import { REDACTION_DEADLINE_MS, redact } from '../../../platform/redaction/redaction.ts';
import { DeadlineError } from '../../../platform/threads/threads.ts';
import { type AgentEndpoint, type ChatMessage, callAgent } from '../agents/endpoint.ts';
import { type OutgoingClient, OutgoingError, type OutgoingFailure } from '../agents/outgoing-client.ts';
import { InvalidConfigError, readMetricSettings, readProbeSettings } from '../core/settings.ts';
import { countJudged, MIN_JUDGED_PERCENT, type Summary, summarize, summarizeCounts } from '../core/summary.ts';
import { unwrap } from '../judging/unwrap.ts';

/** The result of a prompt, without the fields that the database adds. */
export type PromptResult = Omit<EvaluationRunResult, 'id' | 'run_id' | 'created_at'>;

/** The events of a run, in order: any number of results, then exactly one other event. */
export type RunEvent =
  | { readonly kind: 'result'; readonly result: PromptResult; readonly progress: number }
  | { readonly kind: 'completed'; readonly summary: Summary }
  | {
      readonly kind: 'failed';
      readonly errorKind: NonNullable<EvaluationRun['error_kind']>;
      readonly errorMessage: string;
    }
  /** A stop was requested. */
  | { readonly kind: 'stopped' };

/** A response to judge, with its prompt. */
export interface Turn {
  /** Index of the prompt in the run. */
  readonly index: number;
  /** Index of the turn in the prompt. */
  readonly turn: number;
  readonly response: AgentResponse;
}

export interface RunInput {
  readonly evaluation: RunnableEvaluation;
  /** Settings of the attached evaluation. */
  readonly config: RawConfig;
  /** The identifier of the run; its code words are derived from it. */
  readonly seed: string;
  /** The agent's endpoint; null if it has none. Metrics don't need one. */
  readonly endpoint: AgentEndpoint | null;
  readonly agent: AgentTraits;
  readonly outgoing: OutgoingClient;
  /**
   * Judges the response to a prompt.
   *
   * @throws {DeadlineError} if it takes too long
   */
  readonly judge: (turn: Turn, prompt: ProbePrompt) => Promise<Verdict>;
  /** Redacts the secrets in a text; undefined if it takes too long. */
  readonly redact: (text: string) => Promise<string | undefined>;
  /** Counts the interactions of the agent; only metrics call it. */
  readonly countInteractions: (settings: MetricSettings) => Promise<InteractionCounts>;
  /** Aborting it requests the run to stop. */
  readonly signal?: AbortSignal;
  /** Results that an earlier attempt of this run recorded; their prompts aren't sent again. */
  readonly earlier?: readonly CountedPromptResult[];
}

type CountedPromptResult = Pick<PromptResult, 'prompt_index' | 'status' | 'category'>;

/** Number of consecutive prompts without a response after which the run ends, because the agent is down. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** Default number of prompts that are sent at the same time. */
const DEFAULT_CONCURRENCY = 4;

/** Timeout for judging a response, in milliseconds. */
export const JUDGING_DEADLINE_MS = 5_000;

/** Limits on the judged part of a response. */
const MAX_JUDGED_LENGTH = 65_536;
const MAX_JUDGED_CALLS = 128;

/** Progress only reaches 1 with the event `completed`, which follows the last result. */
const MAX_UNFINISHED_PROGRESS = 0.99;

/**
 * Runs an evaluation.
 *
 * A prompt whose response is missing, unusable or can't be judged is errored, never failed. A pass only counts if the agent
 * responds correctly to the control. The run fails if its settings are invalid, if the agent mustn't be called, if it doesn't
 * respond several times in a row, if it no longer responds to controls, or if too few responses could be judged for a score.
 */
export async function* runEvaluation(input: RunInput): AsyncGenerator<RunEvent, void, void> {
  const { evaluation, signal } = input;
  try {
    if (signal?.aborted) yield { kind: 'stopped' };
    else if (evaluation.approach === 'metric') yield await runMetric(evaluation, input);
    else yield* runProbe(evaluation, input);
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error;
    yield {
      kind: 'failed',
      errorKind: error.errorKind,
      errorMessage: truncate(error.message, 'EvaluationRun.error_message'),
    };
  }
}

async function runMetric(
  evaluation: MetricEvaluation,
  { config, countInteractions }: Pick<RunInput, 'config' | 'countInteractions'>,
): Promise<RunEvent> {
  const settings = readMetricSettings(evaluation, config);
  const counts = await countInteractions(settings);
  const summary = summarizeCounts(counts.total, evaluation.judge(counts));
  if (summary !== undefined) return { kind: 'completed', summary };
  const days = settings.days === 1 ? 'the last day' : `the last ${settings.days} days`;
  const { passed, failed } = evaluation.judge(counts);
  return {
    kind: 'failed',
    errorKind: 'judge_error',
    errorMessage: explainTooFew(passed + failed, counts.total, `captured interactions of the agent in ${days}`),
  };
}

/** Explains why a run has no score. */
function explainTooFew(judged: number, total: number, what: string): string {
  return `Only ${judged} of ${total} ${what} could be judged; a score needs ${MIN_JUDGED_PERCENT} %.`;
}

async function* runProbe(evaluation: ProbeEvaluation, input: RunInput): AsyncGenerator<RunEvent, void, void> {
  const { config, endpoint, seed, agent, signal, earlier = [] } = input;
  const settings = readProbeSettings(evaluation, config);
  if (endpoint === null) {
    yield {
      kind: 'failed',
      errorKind: 'agent_unreachable',
      errorMessage: 'The agent has no HTTP endpoint that accepts prompts.',
    };
    return;
  }
  const prompts = evaluation.prompts(settings, seed, agent);
  const results: CountedPromptResult[] = earlier.filter(({ prompt_index }) => prompt_index < prompts.length);
  const recorded = new Set(results.map(({ prompt_index }) => prompt_index));
  const ended = new AbortController();
  const run: ProbeRun = {
    ...input,
    endpoint,
    sentControls: new Map(),
    passedWith: new Map(),
    signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]),
  };
  const left = [...prompts.entries()].filter(([index]) => !recorded.has(index));
  const { concurrency = DEFAULT_CONCURRENCY } = endpoint.request ?? {};
  const conversations = mapConcurrently(left, concurrency, async ([index, prompt]) => ({
    index,
    prompt,
    conversation: await evaluatePrompt(prompt, index, settings.maxTurns, run),
  }));
  const reasons: Reason[] = [];
  let consecutiveFailures = 0;
  try {
    for await (const { index, prompt, conversation } of conversations) {
      if (conversation === undefined || signal?.aborted) {
        yield { kind: 'stopped' };
        return;
      }
      const { verdict, error: lastError } = conversation;
      if (verdict.status === 'errored') reasons.push({ explanation: verdict.explanation, error: lastError });
      if (lastError?.failure === 'not_allowed') {
        yield toFailedEvent(lastError);
        return;
      }
      const result = toResult(index, prompt, conversation);
      results.push(result);
      yield { kind: 'result', result, progress: Math.min(results.length / prompts.length, MAX_UNFINISHED_PROGRESS) };
      const isResponding = lastError === undefined || lastError.failure === 'bad_response';
      consecutiveFailures = isResponding ? 0 : consecutiveFailures + 1;
      if (lastError !== undefined && consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) {
        yield toFailedEvent(lastError);
        return;
      }
    }
    const lost = await findLostControl(run);
    yield lost ?? toFinalEvent(results, prompts.length, reasons);
  } finally {
    // Aborts the prompts that were sent ahead of the last result.
    ended.abort();
  }
}

/**
 * Runs a function on several items at a time, and yields the results in the order of the items. Doesn't start an item before
 * the item `limit` positions earlier has a result.
 */
async function* mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, void> {
  const started: Promise<Result>[] = [];
  for (const item of items) {
    const result = run(item);
    // A rejection is reported in the order of the items.
    result.catch(() => {});
    started.push(result);
    const [first] = started;
    if (first === undefined || started.length < limit) continue;
    yield await first;
    started.shift();
  }
  for (const result of started) yield await result;
}

/** A run of a probe, with the sent controls by form, and whether the agent responded correctly. */
interface ProbeRun extends RunInput {
  readonly endpoint: AgentEndpoint;
  readonly sentControls: Map<string, SentControl>;
  /** The prompt of each passing response. */
  readonly passedWith: Map<string, string>;
}

/** The newest control of a form, and the result of the first one. */
interface SentControl {
  readonly control: Control;
  readonly outcome: ReturnType<typeof ask>;
}

/** Why a prompt is errored. */
interface Reason {
  readonly explanation: string;
  readonly error: OutgoingError | undefined;
}

/** Sends a prompt, and its control if the agent passes. Undefined if a stop was requested in the meantime. */
async function evaluatePrompt(
  prompt: ProbePrompt,
  index: number,
  maxTurns: number,
  run: ProbeRun,
): Promise<Conversation | undefined> {
  const conversation = await converse(prompt, index, maxTurns, run.endpoint, run);
  if (conversation?.verdict.status !== 'passed' || prompt.control === null) return conversation;
  const { control } = prompt;
  // Concurrent prompts share a control. The newest one is sent at the end, with a separate code word.
  const outcome = run.sentControls.get(control.form)?.outcome ?? ask(control, run);
  run.sentControls.set(control.form, { control, outcome });
  const asked = await outcome;
  // The next prompt tries again.
  if (typeof asked !== 'boolean') run.sentControls.delete(control.form);
  if (asked === undefined) return undefined;
  if (asked instanceof OutgoingError)
    return { ...conversation, verdict: { status: 'errored', explanation: asked.message }, error: asked };
  const errored = (explanation: string): Conversation => ({
    ...conversation,
    verdict: { status: 'errored', explanation },
  });
  if (!asked) return errored(`${control.consequence} The prompt was: ${control.wordings[0].prompt}`);
  if (!isStereotyped(prompt, conversation, run)) return conversation;
  const askedAgain = await ask(control, run);
  if (askedAgain === undefined) return undefined;
  return askedAgain === true
    ? conversation
    : errored('The agent gave this response to several prompts, and then did not respond correctly to a harmless one.');
}

/**
 * Returns whether the agent gave the same response to another prompt, without declining. An agent that is temporarily busy or
 * out of order also does so; one that only responds to attacks this way still responds to harmless prompts.
 */
function isStereotyped({ turns: [text] }: ProbePrompt, { response }: Conversation, { passedWith }: ProbeRun): boolean {
  if (response === undefined || response.toolCalls.length > 0 || isRefusal(response.text)) return false;
  // Words with digits differ, such as times and request identifiers.
  const key = response.text.replace(/[\p{L}\p{N}-]+/gu, (word) => (/\p{N}/u.test(word) ? '' : word)).trim();
  const other = passedWith.get(key);
  if (other === undefined) passedWith.set(key, text);
  return other !== undefined && other !== text;
}

/**
 * Sends the wordings of a control until the agent responds correctly.
 *
 * @returns whether it did; the error if it didn't send a usable response; undefined if a stop was requested in the meantime
 */
async function ask(
  control: Control,
  { outgoing, endpoint, signal }: ProbeRun,
): Promise<boolean | OutgoingError | undefined> {
  for (const { prompt, isMet } of control.wordings) {
    try {
      const { response } = await callAgent(outgoing, endpoint, [{ role: 'user', content: prompt }], signal);
      if (isMet(unwrap(clip(response)))) return true;
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!(error instanceof OutgoingError)) throw error;
      return error;
    }
  }
  return false;
}

/** Sends the first satisfied control again: if the agent broke in the meantime, its last responses prove nothing. */
async function findLostControl(run: ProbeRun): Promise<RunEvent | undefined> {
  let first: SentControl | undefined;
  for (const sent of run.sentControls.values()) if ((await sent.outcome) === true) first ??= sent;
  if (first === undefined) return undefined;
  const asked = await ask(first.control, run);
  if (asked === true) return undefined;
  if (asked === undefined) return { kind: 'stopped' };
  if (asked !== false) return toFailedEvent(asked);
  return {
    kind: 'failed',
    errorKind: 'judge_error',
    errorMessage: truncate(
      `The agent broke during the run: at the end, it no longer responded correctly to this prompt: ${first.control.wordings[0].prompt}`,
      'EvaluationRun.error_message',
    ),
  };
}

/** The conversation of one prompt. */
interface Conversation {
  readonly verdict: Verdict;
  readonly messages: readonly ConversationMessage[];
  /** Undefined if the agent sent no response. */
  readonly latencyMs: number | undefined;
  /** The last response; undefined if there's none to judge. */
  readonly response?: AgentResponse;
  readonly error?: OutgoingError;
}

/** Sends the turns of a prompt until the agent fails or no turns are left. Undefined if a stop was requested in the meantime. */
async function converse(
  prompt: ProbePrompt,
  index: number,
  maxTurns: number,
  endpoint: AgentEndpoint,
  input: RunInput,
): Promise<Conversation | undefined> {
  const { outgoing, signal } = input;
  const sent: ChatMessage[] = [];
  const messages: ConversationMessage[] = [];
  let latencyMs: number | undefined;
  let verdict: Verdict | undefined;
  let last: AgentResponse | undefined;
  for (const [turn, text] of prompt.turns.slice(0, maxTurns).entries()) {
    sent.push({ role: 'user', content: text });
    messages.push(toMessage('user', redact(text).text));
    try {
      const { response, latencyMs: turnMs } = await callAgent(outgoing, endpoint, sent, signal);
      latencyMs = (latencyMs ?? 0) + turnMs;
      last = clip(response);
      const content = formatResponse(response);
      sent.push({ role: 'assistant', content });
      const redacted = await input.redact(content);
      if (redacted === undefined) {
        const explanation = `The response could not be searched for secrets within ${REDACTION_DEADLINE_MS / 1_000} seconds.`;
        return { verdict: { status: 'errored', explanation }, messages, latencyMs };
      }
      messages.push(toMessage('assistant', redacted));
      const judged = await judge(prompt, { index, turn, response }, input);
      // If one turn didn't prove it, a later one doesn't either.
      if (verdict?.status !== 'errored' || judged.status === 'failed') verdict = judged;
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!(error instanceof OutgoingError)) throw error;
      return { verdict: { status: 'errored', explanation: error.message }, messages, latencyMs, error };
    }
    if (verdict.status === 'failed') break;
  }
  return {
    verdict: verdict ?? { status: 'errored', explanation: 'The conversation is empty.' },
    messages,
    latencyMs,
    ...(last && { response: last }),
  };
}

/** Judges the start of a response. It counts as not judged if a detector throws or takes too long. */
async function judge(prompt: ProbePrompt, turn: Turn, input: RunInput): Promise<Verdict> {
  try {
    return await input.judge({ ...turn, response: clip(turn.response) }, prompt);
  } catch (error) {
    const reason =
      error instanceof DeadlineError
        ? `it took longer than ${JUDGING_DEADLINE_MS / 1_000} seconds`
        : error instanceof Error
          ? error.message
          : 'unknown';
    return { status: 'errored', explanation: `The response could not be judged: ${reason}` };
  }
}

/** Returns the judged part of a response. */
function clip({ text, toolCalls, ...rest }: AgentResponse): AgentResponse {
  return {
    ...rest,
    text: text.slice(0, MAX_JUDGED_LENGTH),
    toolCalls: toolCalls
      .slice(0, MAX_JUDGED_CALLS)
      .map((call) => ({ ...call, arguments: call.arguments.slice(0, MAX_JUDGED_LENGTH) })),
  };
}

/** Returns a response as text, including the requested tool calls. */
function formatResponse({ text, toolCalls }: AgentResponse): string {
  return [text, ...toolCalls.map((call) => `[calls ${call.name} with ${call.arguments}]`)]
    .filter((line) => line !== '')
    .join('\n');
}

function toMessage(role: ConversationMessage['role'], content: string): ConversationMessage {
  return { role, content: truncate(content, 'ConversationMessage.content') };
}

function toResult(
  index: number,
  { category }: ProbePrompt,
  { verdict, messages, latencyMs }: Conversation,
): PromptResult {
  return {
    prompt_index: index,
    status: verdict.status,
    score: verdict.status === 'errored' ? null : verdict.status === 'passed' ? 1 : 0,
    explanation: truncate(redact(verdict.explanation).text, 'EvaluationRunResult.explanation'),
    category,
    conversation: [...messages],
    latency_ms: latencyMs ?? null,
  };
}

/** Completes the run, or fails it with the most frequent reason if too few prompts could be judged. */
function toFinalEvent(results: readonly CountedPromptResult[], total: number, reasons: readonly Reason[]): RunEvent {
  const summary = summarize(results);
  if (summary !== undefined) return { kind: 'completed', summary };
  const [reason] = [...Map.groupBy(reasons, ({ explanation }) => explanation).values()]
    .sort((a, b) => b.length - a.length)
    .flatMap(([first]) => first ?? []);
  const tooFew = explainTooFew(countJudged(results), total, 'prompts');
  return {
    kind: 'failed',
    errorKind: reason?.error === undefined ? 'judge_error' : ERROR_KINDS[reason.error.failure],
    errorMessage: truncate(
      redact(reason === undefined ? tooFew : `${tooFew} Most frequent reason: ${reason.explanation}`).text,
      'EvaluationRun.error_message',
    ),
  };
}

const ERROR_KINDS: Readonly<Record<OutgoingFailure, 'agent_unreachable' | 'timeout' | 'judge_error'>> = {
  not_allowed: 'agent_unreachable',
  unreachable: 'agent_unreachable',
  timeout: 'timeout',
  bad_response: 'judge_error',
};

function toFailedEvent({ failure, message }: OutgoingError): RunEvent {
  return {
    kind: 'failed',
    errorKind: ERROR_KINDS[failure],
    errorMessage: truncate(message, 'EvaluationRun.error_message'),
  };
}
