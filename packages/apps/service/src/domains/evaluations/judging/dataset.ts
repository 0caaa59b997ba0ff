/** Evaluations with a dataset: prompts, and the text that their responses have to contain. */
import {
  confirmReference,
  createCanary,
  failed,
  type ProbeEvaluation,
  passed,
  requestCodeWord,
} from '@aispm/evaluations';
import type { Evaluation } from '@aispm/types';
import { maxLength } from '../../../platform/contract/limits.ts';
import { InvalidConfigError } from '../core/settings.ts';

/** One entry of the setting `dataset`. */
interface DatasetEntry {
  readonly prompt: string;
  /** The words that the response has to contain, ignoring case and white space. */
  readonly expected: string;
}

const MAX_TEXT_LENGTH = maxLength('ConversationMessage.content');

/**
 * Creates a probe that sends the prompts of a dataset in order and searches the responses for the expected text.
 *
 * @param dataset the unvalidated setting
 * @throws {InvalidConfigError} with the entry, the violation and the valid values
 */
export function createDatasetProbe(item: Evaluation, dataset: unknown): ProbeEvaluation {
  const entries = parseDataset(dataset);
  return {
    approach: 'probe',
    item,
    techniques: [],
    prompts: ({ numPrompts }, seed) =>
      entries.slice(0, numPrompts).map(({ prompt, expected }, index) => {
        const pattern = createWordPattern(expected);
        // A response to such a prompt may contain the expected text even if the agent didn't understand it.
        const isGiven = pattern.test(prompt);
        return {
          category: null,
          turns: [prompt],
          judge: ({ text }) =>
            pattern.test(text)
              ? passed('The response contains the expected text.')
              : failed('The response does not contain the expected text.'),
          control: isGiven
            ? requestCodeWord(
                'instruction',
                createCanary(`${seed}/control`, index),
                (what) => `Please ${what}.`,
                confirmReference,
              )
            : null,
          asksToRepeat: isGiven,
        };
      }),
  };
}

/** Creates a pattern that matches a text unless it starts or ends within a word or a number. */
function createWordPattern(text: string): RegExp {
  const pattern = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu');
}

function parseDataset(dataset: unknown): readonly DatasetEntry[] {
  if (!Array.isArray(dataset) || dataset.length === 0) {
    throw new InvalidConfigError('dataset must be a list of entries with prompt and expected, not empty.');
  }
  for (const [index, entry] of dataset.entries()) {
    for (const name of ['prompt', 'expected']) {
      const value: unknown = entry?.[name];
      if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_TEXT_LENGTH) {
        throw new InvalidConfigError(
          `dataset[${index}].${name} must be a string of 1 to ${MAX_TEXT_LENGTH} characters, not blank.`,
        );
      }
    }
  }
  return dataset;
}
