/** Reads and checks the settings of runs. */
import type { MetricSettings, ProbeEvaluation, ProbeSettings, RawConfig, RunnableEvaluation } from '@aispm/evaluations';
import { getSchemaAt } from '../../../platform/contract/limits.ts';

/** The settings of a run are invalid. The run fails with the error kind `invalid_config`. */
export class InvalidConfigError extends Error {
  override readonly name = 'InvalidConfigError';
  readonly errorKind = 'invalid_config';
}

/** Maximum number of days that a metric covers. */
const MAX_DAYS = 365;

/**
 * Reads the settings of a probe. The attached evaluation overrides the catalogue. Unknown keys are ignored, as the contract
 * requires.
 *
 * @throws {InvalidConfigError} with the key, the violation and the valid values
 */
export function readProbeSettings(evaluation: ProbeEvaluation, attached: RawConfig): ProbeSettings {
  const config = mergeConfigs(evaluation, attached);
  const techniques = evaluation.techniques.length === 0 ? [] : readStrings(config, 'attack_techniques');
  const unknown = techniques.find((technique) => !evaluation.techniques.includes(technique));
  if (unknown !== undefined) {
    throw new InvalidConfigError(
      `attack_techniques contains ${JSON.stringify(unknown)}; ${evaluation.item.name} supports ${evaluation.techniques.join(', ')}.`,
    );
  }
  return {
    maxTurns: readInteger(config, 'max_turns', readContractMaximum('max_turns')) ?? 1,
    numPrompts: readInteger(config, 'num_prompts', readContractMaximum('num_prompts')) ?? evaluation.item.num_prompts,
    techniques: techniques.length > 0 ? [...new Set(techniques)] : evaluation.techniques,
    goals: readStrings(config, 'adversarial_goals'),
  };
}

/**
 * Reads the settings of a metric. In addition to the keys of the contract, supports `days`, `max_latency_ms` and `max_tokens`.
 *
 * @throws {InvalidConfigError} with the key, the violation and the valid values
 */
export function readMetricSettings(evaluation: RunnableEvaluation, attached: RawConfig): MetricSettings {
  const config = mergeConfigs(evaluation, attached);
  return {
    days: readInteger(config, 'days', MAX_DAYS) ?? 7,
    maxLatencyMs: readInteger(config, 'max_latency_ms', 3_600_000) ?? 30_000,
    maxTokens: readInteger(config, 'max_tokens', 1_000_000_000) ?? 100_000,
  };
}

function mergeConfigs(evaluation: RunnableEvaluation, attached: RawConfig): Record<string, unknown> {
  const config: Record<string, unknown> = { ...evaluation.item.config, ...attached };
  const { threshold } = config;
  if (threshold !== undefined && !(typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) {
    throw new InvalidConfigError(`threshold is ${JSON.stringify(threshold)}; it must be a number from 0 to 1.`);
  }
  return config;
}

function readInteger(config: Record<string, unknown>, key: string, maximum: number): number | undefined {
  const value = config[key];
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > maximum) {
    throw new InvalidConfigError(`${key} is ${JSON.stringify(value)}; it must be an integer from 1 to ${maximum}.`);
  }
  return value as number;
}

function readStrings(config: Record<string, unknown>, key: string): string[] {
  const value = config[key] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' && item.trim() !== '')) {
    throw new InvalidConfigError(
      `${key} is ${JSON.stringify(value)}; it must be a list of strings that are not blank.`,
    );
  }
  return value;
}

function readContractMaximum(key: string): number {
  return getSchemaAt(`EvaluationConfig.${key}`).maximum ?? Number.MAX_SAFE_INTEGER;
}
