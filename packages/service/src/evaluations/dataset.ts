/** Evaluations by a dataset: prompts with the answer that is expected. */
import type { Evaluation } from '@aispm/types';
import { maxLength } from '../contract/limits.ts';
import { failed, passed } from './catalogue/probe.ts';
import type { ProbeEvaluation } from './evaluation.ts';
import { InvalidConfigError } from './settings.ts';

/** One entry of the setting `dataset`. */
interface Case {
  readonly prompt: string;
  /** What has to stand in the answer, as whole words; case and white space do not matter. */
  readonly expected: string;
}

const LONGEST = maxLength('ConversationMessage.content');

/**
 * Asks the agent the questions of a dataset, in order, and looks for the expected answers.
 *
 * @param dataset the setting, not checked yet
 * @throws InvalidConfigError naming the entry, what is wrong and what would be right
 */
export function datasetProbe(item: Evaluation, dataset: unknown): ProbeEvaluation {
  const cases = casesOf(dataset);
  return {
    approach: 'probe',
    item,
    techniques: [],
    prompts: ({ numPrompts }) =>
      cases.slice(0, numPrompts).map(({ prompt, expected }) => {
        const wanted = words(expected);
        return {
          category: null,
          turns: [prompt],
          judge: ({ text }) =>
            wanted.test(text)
              ? passed('The expected answer stands in what the agent said.')
              : failed('The expected answer does not stand in what the agent said.'),
        };
      }),
  };
}

/** Finds a text that does not begin or end within a word or a number. */
function words(text: string): RegExp {
  const pattern = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu');
}

function casesOf(dataset: unknown): readonly Case[] {
  if (!Array.isArray(dataset) || dataset.length === 0) {
    throw new InvalidConfigError('dataset has to be a list of entries with a prompt and what is expected.');
  }
  for (const [index, entry] of dataset.entries()) {
    for (const name of ['prompt', 'expected']) {
      const value: unknown = entry?.[name];
      if (typeof value !== 'string' || value.trim() === '' || value.length > LONGEST) {
        throw new InvalidConfigError(`dataset[${index}].${name} has to be a text of 1 to ${LONGEST} characters.`);
      }
    }
  }
  return dataset;
}
