/** Finds the implementation of a catalogue item. */
import { builtInEvaluations, type RawConfig, type RunnableEvaluation } from '@aispm/evaluations';
import type { Evaluation } from '@aispm/types';
import { InvalidConfigError } from '../core/settings.ts';
import { createDatasetProbe } from './dataset.ts';

/**
 * Returns the executable evaluation for a catalogue item.
 *
 * A built-in item has its own implementation. A custom item specifies one in its settings, which the attached evaluation can
 * override: `dataset` is a list of prompts with expected text, `based_on` the identifier of the built-in evaluation to run with
 * these settings.
 *
 * @param attached the settings of the attached evaluation
 * @throws {InvalidConfigError} if the settings don't specify an implementation
 */
export function resolveEvaluation(item: Evaluation, attached: RawConfig): RunnableEvaluation {
  const builtIn = builtInEvaluations.find(({ item: { id } }) => id === item.id);
  if (builtIn) return builtIn;
  const { dataset, based_on }: RawConfig = { ...item.config, ...attached };
  if (based_on !== undefined) return resolveBase(item, based_on);
  if (dataset !== undefined && item.approach === 'probe') return createDatasetProbe(item, dataset);
  const alternatives = [
    ...(item.approach === 'probe' ? ['dataset, a list of entries with prompt and expected'] : []),
    `based_on, the identifier of a built-in ${item.approach}`,
  ];
  throw new InvalidConfigError(
    `${item.name} is not built in, and its settings don't specify an implementation. Set ${alternatives.join(', or ')}.`,
  );
}

function resolveBase(item: Evaluation, id: unknown): RunnableEvaluation {
  const base = builtInEvaluations.find((builtIn) => builtIn.item.id === id && builtIn.approach === item.approach);
  if (!base) {
    throw new InvalidConfigError(
      `based_on is ${JSON.stringify(id)}; it must be the identifier of a built-in ${item.approach}.`,
    );
  }
  return { ...base, item: { ...item, config: { ...base.item.config, ...item.config } } };
}
