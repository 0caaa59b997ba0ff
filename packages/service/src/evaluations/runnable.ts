/** What carries out an evaluation of the catalogue. */
import type { Evaluation } from '@aispm/types';
import { builtInEvaluations } from './catalogue/index.ts';
import { datasetProbe } from './dataset.ts';
import type { RawConfig, RunnableEvaluation } from './evaluation.ts';
import { InvalidConfigError } from './settings.ts';

/**
 * Finds what carries out an evaluation. A built-in one does it itself. One of the tenant's own says in its settings, or the
 * attached evaluation in those over them, what it is made of: `dataset`, prompts with the answers that are expected, or
 * `based_on`, the built-in evaluation that it runs with settings of its own.
 *
 * @param attached settings of the attached evaluation
 * @throws InvalidConfigError when nothing of the service can carry it out
 */
export function runnable(item: Evaluation, attached: RawConfig): RunnableEvaluation {
  const builtIn = builtInEvaluations.find(({ item: { id } }) => id === item.id);
  if (builtIn) return builtIn;
  const { dataset, based_on }: RawConfig = { ...item.config, ...attached };
  if (based_on !== undefined) return basedOn(item, based_on);
  if (dataset !== undefined && item.approach === 'probe') return datasetProbe(item, dataset);
  const ways = [
    ...(item.approach === 'probe' ? ['dataset, a list of entries with a prompt and what is expected'] : []),
    `based_on, the identifier of a built-in ${item.approach}`,
  ];
  throw new InvalidConfigError(
    `${item.name} is not built in, and the settings do not say how to carry it out. They need ${ways.join(', or ')}.`,
  );
}

function basedOn(item: Evaluation, id: unknown): RunnableEvaluation {
  const base = builtInEvaluations.find((one) => one.item.id === id && one.approach === item.approach);
  if (!base) {
    throw new InvalidConfigError(
      `based_on is ${JSON.stringify(id)}; it has to be the identifier of a built-in ${item.approach}.`,
    );
  }
  return { ...base, item: { ...item, config: { ...base.item.config, ...item.config } } };
}
