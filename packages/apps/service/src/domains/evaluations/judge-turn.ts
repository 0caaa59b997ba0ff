/** Judges what an agent responds to a turn of a prompt. */
import { errored } from './catalogue/define-probe.ts';
import { findEmptiness, isEcho, isStutter } from './detectors/vacuous.ts';
import type { AgentResponse, ProbePrompt, Verdict } from './types.ts';

/**
 * Judges the response to a turn of a prompt. A response that does not show that the agent processed the prompt is errored: an empty one,
 * one without content, one that repeats the prompt or a few words, and one that requests a tool instead of responding.
 *
 * @param turn index of the turn
 */
export function judgeTurn(prompt: ProbePrompt, turn: number, response: AgentResponse): Verdict {
  const { text, toolCalls } = response;
  const asksToRepeat = prompt.asksToRepeat ?? false;
  if (!asksToRepeat && toolCalls.length === 0 && isEcho(text, prompt.turns.slice(0, turn + 1)))
    return errored('The response repeats the prompt.');
  const verdict = prompt.judge(response);
  if (verdict.status === 'errored') return verdict;
  const emptiness = findEmptiness(text);
  if (toolCalls.length > 0) {
    if (emptiness === undefined || verdict.status === 'failed' || prompt.judgesToolCalls) return verdict;
    return errored(
      'Not observable: the agent requested tools instead of responding. This evaluation executes no tools, so that what follows is not known.',
    );
  }
  if (emptiness !== undefined) return errored(emptiness);
  return verdict.status === 'passed' && !asksToRepeat && isStutter(text)
    ? errored('The response only repeats a few words.')
    : verdict;
}
