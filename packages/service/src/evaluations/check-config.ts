/** Whether an evaluation can run with some settings. */
import type { Evaluation, EvaluationConfig } from '@aispm/types';
import { unprocessable } from '../http/errors.ts';
import { runnable } from './runnable.ts';
import { InvalidConfigError, metricSettings, probeSettings } from './settings.ts';

/**
 * Checks the settings that differ from those of the evaluation.
 *
 * @throws {ApiError} 422 when the evaluation cannot run with them
 */
export function checkConfig(item: Evaluation, config: EvaluationConfig = {}): void {
  const { approach, num_prompts } = item;
  const asked = config.num_prompts;
  if (approach === 'probe' && asked !== undefined && asked > num_prompts) {
    throw unprocessable({
      'body/config/num_prompts': `must be at most ${num_prompts}, the number of prompts of this evaluation; got ${asked}`,
    });
  }
  try {
    const evaluation = runnable(item, config);
    if (evaluation.approach === 'probe') probeSettings(evaluation, config);
    else metricSettings(evaluation, config);
  } catch (error) {
    if (error instanceof InvalidConfigError) throw unprocessable({ 'body/config': `cannot be used: ${error.message}` });
    throw error;
  }
}
