/** Whether an evaluation can run with some settings. */
import type { Evaluation, EvaluationConfig } from '@aispm/types';
import { unprocessable } from '../http/errors.ts';
import { builtInEvaluations } from './catalogue/index.ts';
import { InvalidConfigError, metricSettings, probeSettings } from './settings.ts';

/**
 * Checks the settings that differ from those of the evaluation.
 *
 * @throws {ApiError} 422 when the evaluation cannot run with them
 */
export function checkConfig({ id, approach, num_prompts }: Evaluation, config: EvaluationConfig = {}): void {
  const asked = config.num_prompts;
  if (approach === 'probe' && asked !== undefined && asked > num_prompts) {
    throw unprocessable({
      'body/config/num_prompts': `must be at most ${num_prompts}, the number of prompts of this evaluation; got ${asked}`,
    });
  }
  const builtIn = builtInEvaluations.find(({ item }) => item.id === id);
  if (!builtIn) return;
  try {
    if (builtIn.approach === 'probe') probeSettings(builtIn, config);
    else metricSettings(builtIn, config);
  } catch (error) {
    if (error instanceof InvalidConfigError) throw unprocessable({ 'body/config': `cannot be used: ${error.message}` });
    throw error;
  }
}
