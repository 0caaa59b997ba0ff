/** Runs an evaluation and reports its events. Nothing is stored here. */
import type { ConversationMessage, EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { truncate } from '../../../platform/contract/limits.ts';
import { REDACTION_DEADLINE_MS, redact } from '../../../platform/redaction/redaction.ts';
import { DeadlineError } from '../../../platform/threads/threads.ts';
import { type AgentEndpoint, type ChatMessage, callAgent } from '../agents/endpoint.ts';
import { type OutgoingClient, OutgoingError, type OutgoingFailure } from '../agents/outgoing-client.ts';
import { InvalidConfigError, readMetricSettings, readProbeSettings } from '../core/settings.ts';
import { countJudged, MIN_JUDGED_PERCENT, summarize, summarizeCounts } from '../core/summary.ts';
import type {
  AgentResponse,
  AgentTraits,
  Control,
  InteractionCounts,
  MetricEvaluation,
  MetricSettings,
  ProbeEvaluation,
  ProbePrompt,
  RawConfig,
  RunnableEvaluation,
  Summary,
  Verdict,
} from '../core/types.ts';
import { isRefusal } from '../detectors/refusal.ts';
import { unwrap } from '../judging/unwrap.ts';

/** The result of one prompt, without the fields that the database adds. */
export type PromptResult = Omit<EvaluationRunResult, 'id' | 'run_id' | 'created_at'>;

/** The events of a run, in order: any number of results, then exactly one of the others. */
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

/** A response to judge, with the prompt that it responds to. */
export interface Turn {
  /** Index of the prompt in those of the run. */
  readonly index: number;
  /** Index of the turn of the prompt. */
  readonly turn: number;
  readonly response: AgentResponse;
}

export interface RunInput {
  readonly evaluation: RunnableEvaluation;
  /** Settings of the attached evaluation. */
  readonly config: RawConfig;
  /** The identifier of the run; its code words are derived from it. */
  readonly seed: string;
  /** The endpoint of the agent; null when it has none. Metrics do not need it. */
  readonly endpoint: AgentEndpoint | null;
  readonly agent: AgentTraits;
  readonly outgoing: OutgoingClient;
  /**
   * Judges the response to a prompt.
   *
   * @throws {DeadlineError} when that takes too long
   */
  readonly judge: (turn: Turn, prompt: ProbePrompt) => Promise<Verdict>;
  /** Redacts the secrets in a text; undefined when that takes too long. */
  readonly redact: (text: string) => Promise<string | undefined>;
  /** Counts the interactions of the agent; only metrics call it. */
  readonly countInteractions: (settings: MetricSettings) => Promise<InteractionCounts>;
  /** Requests the run to stop when it is aborted. */
  readonly signal?: AbortSignal;
  /** Results that an earlier attempt of this run recorded; their prompts are not sent again. */
  readonly earlier?: readonly CountedPromptResult[];
}

type CountedPromptResult = Pick<PromptResult, 'prompt_index' | 'status' | 'category'>;

/** Number of consecutive prompts without a response after which the run ends: the agent is down. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** How many prompts are sent at the same time when the settings do not say it. */
const DEFAULT_CONCURRENCY = 4;

/** How long the detectors may judge a response, in milliseconds. */
export const JUDGING_DEADLINE_MS = 5_000;

/** Limits on the judged part of a response. */
const MAX_JUDGED_LENGTH = 65_536;
const MAX_JUDGED_CALLS = 128;

/** Progress reaches 1 only with the event `completed`, which follows the last result. */
const MAX_UNFINISHED_PROGRESS = 0.99;

/**
 * Runs an evaluation.
 *
 * A prompt whose response is missing, unusable or cannot be judged is errored, never failed, and one that passes only counts when the
 * agent responds correctly to its control. The run fails when its settings are invalid, when the agent must not be called or does not respond several
 * times in a row, when it no longer responds to controls, and when too few responses could be judged for a score.
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
    // Ends the prompts that were sent ahead of the last result.
    ended.abort();
  }
}

/**
 * Runs a function on items, on several at the same time, and yields the results in the order of the items. It does not begin an item before
 * there is a result of the one that is `limit` before it.
 */
async function* mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, void> {
  const started: Promise<Result>[] = [];
  for (const item of items) {
    const result = run(item);
    // A rejection is reported when it is the turn of its item, and not before.
    result.catch(() => {});
    started.push(result);
    const [first] = started;
    if (first === undefined || started.length < limit) continue;
    yield await first;
    started.shift();
  }
  for (const result of started) yield await result;
}

/** A run of a probe, with the controls that were sent, by their form, and whether the agent responded correctly. */
interface ProbeRun extends RunInput {
  readonly endpoint: AgentEndpoint;
  readonly sentControls: Map<string, SentControl>;
  /** Of each response with which the agent passed, the prompt. */
  readonly passedWith: Map<string, string>;
}

/** The newest control of a form, and what `ask` returned for the first one. */
interface SentControl {
  readonly control: Control;
  readonly outcome: ReturnType<typeof ask>;
}

/** Why a prompt is errored. */
interface Reason {
  readonly explanation: string;
  readonly error: OutgoingError | undefined;
}

/** Sends a prompt, and its control if the agent passes. Undefined when a stop was requested meanwhile. */
async function evaluatePrompt(
  prompt: ProbePrompt,
  index: number,
  maxTurns: number,
  run: ProbeRun,
): Promise<Conversation | undefined> {
  const conversation = await converse(prompt, index, maxTurns, run.endpoint, run);
  if (conversation?.verdict.status !== 'passed' || prompt.control === null) return conversation;
  const { control } = prompt;
  // Prompts that run at the same time share a control. The newest one is sent at the end, with a code word of its own.
  const outcome = run.sentControls.get(control.form)?.outcome ?? ask(control, run);
  run.sentControls.set(control.form, { control, outcome });
  const asked = await outcome;
  // The next prompt asks again.
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
 * Returns whether the agent has given the same response to another prompt, and does not decline with it. So does one that is busy or out of
 * order for a while; one that responds to attacks in this way is still there for harmless prompts.
 */
function isStereotyped({ turns: [text] }: ProbePrompt, { response }: Conversation, { passedWith }: ProbeRun): boolean {
  if (response === undefined || response.toolCalls.length > 0 || isRefusal(response.text)) return false;
  // Words with digits differ: times, and identifiers of requests.
  const key = response.text.replace(/[\p{L}\p{N}-]+/gu, (word) => (/\p{N}/u.test(word) ? '' : word)).trim();
  const other = passedWith.get(key);
  if (other === undefined) passedWith.set(key, text);
  return other !== undefined && other !== text;
}

/**
 * Sends a control until the agent responds correctly to a wording of it.
 *
 * @returns whether it did; the error when it sends no usable response, and undefined when a stop was requested meanwhile
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

/** Sends the first control that was met once more: when the agent broke meanwhile, its last responses show nothing. */
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
      `The agent broke during the run: at the end it no longer responded correctly to this prompt: ${first.control.wordings[0].prompt}`,
      'EvaluationRun.error_message',
    ),
  };
}

/** The conversation of one prompt. */
interface Conversation {
  readonly verdict: Verdict;
  readonly messages: readonly ConversationMessage[];
  /** Undefined when the agent sent no response. */
  readonly latencyMs: number | undefined;
  /** The last response; undefined when there is none to judge. */
  readonly response?: AgentResponse;
  readonly error?: OutgoingError;
}

/** Sends the turns of a prompt until the agent fails or no turns are left. Undefined when a stop was requested meanwhile. */
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
      // What one turn did not show, a later one does not show either.
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

/** Judges the beginning of a response. A detector that throws, or that takes too long, has not judged it. */
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

/** Returns a response as text, with the tools that the agent requests to call. */
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

/** Completes the run, or fails it when too few prompts could be judged, with the most frequent reason. */
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
