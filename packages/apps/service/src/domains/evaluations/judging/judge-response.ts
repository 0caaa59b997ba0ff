/** Judges an agent's response, using only data that can be sent to a thread. */
import type { AgentResponse, AgentTraits, RawConfig, Verdict } from '@aispm/evaluations';
import type { Evaluation } from '@aispm/types';
import { readProbeSettings } from '../core/settings.ts';
import { judgeTurn } from './judge-turn.ts';
import { resolveEvaluation } from './resolve-evaluation.ts';

/** A response, and its prompt. */
export interface ResponseToJudge {
  readonly item: Evaluation;
  /** Settings of the attached evaluation. */
  readonly config: RawConfig;
  /** The identifier of the run. */
  readonly seed: string;
  readonly agent: AgentTraits;
  /** Index of the prompt in the run. */
  readonly index: number;
  /** Index of the turn in the prompt. */
  readonly turn: number;
  readonly response: AgentResponse;
}

/** Recreates the prompts of a run, and judges the response to one of them. */
export function judgeResponse({ item, config, seed, agent, index, turn, response }: ResponseToJudge): Verdict {
  const evaluation = resolveEvaluation(item, config);
  if (evaluation.approach !== 'probe') throw new TypeError(`${item.name} sends no prompts.`);
  const prompt = evaluation.prompts(readProbeSettings(evaluation, config), seed, agent)[index];
  if (prompt === undefined) throw new RangeError(`${item.name} has no prompt ${index}.`);
  return judgeTurn(prompt, turn, response);
}
