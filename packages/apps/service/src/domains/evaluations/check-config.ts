/** Checks the settings of attached evaluations. */
import type { Evaluation, EvaluationConfig } from '@aispm/types';
import { unprocessable } from '../../platform/http/errors/errors.ts';
import type { AgentCredential } from './agents/credentials.ts';
import { checkAgentRequest } from './agents/request.ts';
import { InvalidConfigError, readMetricSettings, readProbeSettings } from './core/settings.ts';
import { resolveEvaluation } from './judging/resolve-evaluation.ts';

/**
 * Checks that an evaluation can run with the settings of an attached evaluation. `checkForSecrets` has to check them first.
 *
 * @param credentials the credentials that the workspace may use
 * @throws {ApiError} 422 if it can't
 */
export function checkConfig(
  item: Evaluation,
  config: EvaluationConfig = {},
  credentials: readonly AgentCredential[],
): void {
  const { approach, num_prompts } = item;
  const requested = config.num_prompts;
  if (approach === 'probe' && requested !== undefined && requested > num_prompts) {
    throw unprocessable('limit_exceeded', {
      'body/config/num_prompts': `must be at most ${num_prompts}, the number of prompts of this evaluation; got ${requested}`,
    });
  }
  const { credential } = config.request ?? {};
  if (credential !== undefined && !credentials.some(({ name }) => name === credential)) {
    throw unprocessable('unknown_reference', {
      'body/config/request/credential':
        'must be the name of a credential that the operator of the service has set up for this workspace in AGENT_CREDENTIALS',
    });
  }
  try {
    checkAgentRequest(config.request ?? {});
    const evaluation = resolveEvaluation(item, config);
    if (evaluation.approach === 'probe') readProbeSettings(evaluation, config);
    else readMetricSettings(evaluation, config);
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error;
    throw unprocessable('invalid_config', { 'body/config': `cannot be used: ${error.message}` });
  }
}
