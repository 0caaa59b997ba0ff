/** Whether an evaluation can run with some settings. */
import type { Evaluation, EvaluationConfig } from '@aispm/types';
import { unprocessable } from '../http/errors.ts';

/**
 * Checks the settings that differ from those of the evaluation.
 *
 * @throws {ApiError} 422 when the evaluation cannot run with them
 */
export function checkConfig({ approach, num_prompts }: Evaluation, config: EvaluationConfig | undefined): void {
  const asked = config?.num_prompts;
  if (approach === 'probe' && asked !== undefined && asked > num_prompts) {
    throw unprocessable({
      'body/config/num_prompts': `must be at most ${num_prompts}, the number of prompts of this evaluation; got ${asked}`,
    });
  }
}
