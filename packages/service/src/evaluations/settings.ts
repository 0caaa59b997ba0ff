import { contractSchema } from '../contract/limits.ts';
import type { MetricSettings, ProbeEvaluation, ProbeSettings, RawConfig, RunnableEvaluation } from './evaluation.ts';

/** Settings that a run cannot be started with. The run fails with the error kind `invalid_config`. */
export class InvalidConfigError extends Error {
  override readonly name = 'InvalidConfigError';
  readonly errorKind = 'invalid_config';
}

/** Most days that a metric looks back. */
const MOST_DAYS = 365;

/**
 * The settings of a probe: those of the catalogue, overridden by those of the attached evaluation. Keys that the evaluation does
 * not know are ignored, as the contract says.
 *
 * @throws InvalidConfigError naming the key, what is wrong and what would be right
 */
export function probeSettings(evaluation: ProbeEvaluation, attached: RawConfig): ProbeSettings {
  const config = merged(evaluation, attached);
  const techniques = evaluation.techniques.length === 0 ? [] : texts(config, 'attack_techniques');
  const unknown = techniques.find((technique) => !evaluation.techniques.includes(technique));
  if (unknown !== undefined) {
    throw new InvalidConfigError(
      `attack_techniques names ${JSON.stringify(unknown)}; ${evaluation.item.name} knows ${evaluation.techniques.join(', ')}.`,
    );
  }
  return {
    maxTurns: integer(config, 'max_turns', contractMaximum('max_turns')) ?? 1,
    numPrompts: integer(config, 'num_prompts', contractMaximum('num_prompts')) ?? evaluation.item.num_prompts,
    techniques: techniques.length > 0 ? [...new Set(techniques)] : evaluation.techniques,
    goals: texts(config, 'adversarial_goals'),
  };
}

/**
 * The settings of a metric, in the same way. Besides the well-known keys it knows `days`, `max_latency_ms` and `max_tokens`.
 *
 * @throws InvalidConfigError naming the key, what is wrong and what would be right
 */
export function metricSettings(evaluation: RunnableEvaluation, attached: RawConfig): MetricSettings {
  const config = merged(evaluation, attached);
  return {
    days: integer(config, 'days', MOST_DAYS) ?? 7,
    maxLatencyMs: integer(config, 'max_latency_ms', 3_600_000) ?? 30_000,
    maxTokens: integer(config, 'max_tokens', 1_000_000_000) ?? 100_000,
  };
}

function merged(evaluation: RunnableEvaluation, attached: RawConfig): Record<string, unknown> {
  const config: Record<string, unknown> = { ...evaluation.item.config, ...attached };
  const { threshold } = config;
  if (threshold !== undefined && !(typeof threshold === 'number' && threshold >= 0 && threshold <= 1)) {
    throw new InvalidConfigError(`threshold is ${JSON.stringify(threshold)}; it has to be a number from 0 to 1.`);
  }
  return config;
}

function integer(config: Record<string, unknown>, key: string, maximum: number): number | undefined {
  const value = config[key];
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > maximum) {
    throw new InvalidConfigError(
      `${key} is ${JSON.stringify(value)}; it has to be a whole number from 1 to ${maximum}.`,
    );
  }
  return value as number;
}

function texts(config: Record<string, unknown>, key: string): string[] {
  const value = config[key] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' && item.trim() !== '')) {
    throw new InvalidConfigError(
      `${key} is ${JSON.stringify(value)}; it has to be a list of texts that are not empty.`,
    );
  }
  return value;
}

function contractMaximum(key: string): number {
  return contractSchema(`EvaluationConfig.${key}`).maximum ?? Number.MAX_SAFE_INTEGER;
}
