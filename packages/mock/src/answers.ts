/** The answers that an operation declares. */
import { STATUS_CODES } from 'node:http';
import type { Operation } from './contract.js';
import { ApiError } from './errors.js';
import { createExampleChooser, type ExampleChooser } from './examples.js';
import { type FormParameter, findFormParameter } from './form.js';
import { invalidPreference, type Preferences } from './prefer.js';

/** One declared answer. */
export interface Answer {
  status: number;
  /**
   * The operation with this answer alone. Given a choice, Prism falls back to another answer where it should refuse:
   * 422 instead of 400, or a success when the example or the media type asked for does not exist.
   */
  operation: Operation;
  /** Names of its examples, the default one first. */
  examples: string[];
  /** The description of the answer in the contract. */
  description: string;
  chooseExample: ExampleChooser;
  /** Undefined where `Accept` decides on the form. */
  formParameter: FormParameter | undefined;
}

/** All declared answers of an operation. */
export interface Answers {
  /** The answer when nothing is asked for: the lowest declared success. */
  success: Answer;
  /** The answer for a status, also by a range (`4XX`) or `default`; undefined when there is none. */
  find(status: number): Answer | undefined;
  /**
   * The answer that a client prefers.
   *
   * @throws {ApiError} 400, with the valid ones, when the operation does not declare it
   */
  prefer(preferences: Preferences): Answer;
}

type Response = Operation['responses'][number];

/** Prepares the declared answers of an operation. */
export function createAnswers(operation: Operation): Answers {
  const name = operation.iid ?? `${operation.method.toUpperCase()} ${operation.path}`;
  const { responses } = operation;
  const byStatus = new Map<number, Answer>();
  const find = (status: number) => {
    const known = byStatus.get(status);
    if (known) return known;
    const response = findResponse(responses, status);
    const answer = response && createAnswer(operation, response, status);
    if (answer) byStatus.set(status, answer);
    return answer;
  };
  const success = find(successStatus(responses));
  if (!success) throw new Error(`${name} declares no answer.`);
  return {
    success,
    find,
    prefer(preferences) {
      const { code, example } = preferences;
      const answer = code === undefined ? success : find(code);
      if (!answer) {
        const declared = responses.map((response) => response.code).join(', ');
        throw invalidPreference(preferences, 'code', String(code), `one that ${name} declares: ${declared}`);
      }
      if (example !== undefined && !answer.examples.includes(example)) {
        const declared = answer.examples.join(', ') || 'none';
        throw invalidPreference(
          preferences,
          'example',
          example,
          `one that ${name} declares for ${answer.status}: ${declared}`,
        );
      }
      return answer;
    },
  };
}

/** The error for a declared answer that is an error but has no example to show. */
export function describeError({ status, description }: Answer): ApiError {
  return new ApiError(status, description || `${STATUS_CODES[status] ?? 'Error'}.`);
}

function successStatus(responses: Response[]): number {
  const codes = responses.map(({ code }) => code);
  const success = codes.filter((code) => /^2(\d\d|XX)$/.test(code)).sort()[0];
  const status = success ?? (codes.includes('default') ? '200' : (codes[0] ?? '200'));
  return Number(status.replace('XX', '00'));
}

function findResponse(responses: Response[], status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return [String(status), range, 'default']
    .map((code) => responses.find((response) => response.code === code))
    .find((response) => response !== undefined);
}

function createAnswer(operation: Operation, response: Response, status: number): Answer {
  const contents = response.contents ?? [];
  const examples = contents.map((content) => (content.examples ?? []).filter((example) => 'value' in example));
  const keys = new Set(examples.flat().map(({ key }) => key));
  // An example may be chosen for a request only when it exists in every media type that the client may negotiate.
  const eligible = (examples[0] ?? []).filter(({ key }) =>
    examples.every((list) => list.some((one) => one.key === key)),
  );
  const parameters = (operation.request?.path ?? []).map(({ name }) => name);
  return {
    status,
    operation: { ...operation, responses: [{ ...response, code: String(status) }] },
    examples: [...keys],
    description: response.description ?? '',
    chooseExample: createExampleChooser(eligible, parameters),
    formParameter: findFormParameter(
      operation,
      contents.map(({ mediaType }) => mediaType),
    ),
  };
}
