/** The responses that an operation declares. */
import { STATUS_CODES } from 'node:http';
import type { Operation } from './contract-types.ts';
import { ApiError } from './errors.ts';
import { createExampleSelector, type ExampleSelector } from './example-selection.ts';
import { type FormatParameter, findFormatParameter } from './format.ts';
import { invalidPreference, type Preferences } from './preferences.ts';

/** A declared response. */
export interface DeclaredResponse {
  status: number;
  /**
   * The operation with this response only. With several, Prism falls back to another response where it should refuse: 422
   * instead of 400, or a success when the preferred example or media type does not exist.
   */
  operation: Operation;
  /** Names of its examples, the default one first. */
  examples: string[];
  /** The description in the contract. */
  description: string;
  selectExample: ExampleSelector;
  /** Undefined where `Accept` chooses the media type. */
  formatParameter: FormatParameter | undefined;
}

/** All declared responses of an operation. */
export interface DeclaredResponses {
  /** The default response: the lowest declared success. */
  success: DeclaredResponse;
  /** Returns the response for a status, also by a range (`4XX`) or `default`; undefined when there is none. */
  find(status: number): DeclaredResponse | undefined;
  /**
   * Returns the response that a client prefers.
   *
   * @throws {ApiError} 400, with the declared ones, when the operation does not declare it
   */
  prefer(preferences: Preferences): DeclaredResponse;
}

type Response = Operation['responses'][number];

/** Prepares the declared responses of an operation. */
export function prepareResponses(operation: Operation): DeclaredResponses {
  const name = operation.iid ?? `${operation.method.toUpperCase()} ${operation.path}`;
  const { responses } = operation;
  const byStatus = new Map<number, DeclaredResponse>();
  const find = (status: number) => {
    const known = byStatus.get(status);
    if (known) return known;
    const declared = findResponse(responses, status);
    const response = declared && prepareResponse(operation, declared, status);
    if (response) byStatus.set(status, response);
    return response;
  };
  const success = find(findSuccessStatus(responses));
  if (!success) throw new Error(`${name} declares no response.`);
  return {
    success,
    find,
    prefer(preferences) {
      const { code, example } = preferences;
      const response = code === undefined ? success : find(code);
      if (!response) {
        const declared = responses.map((declaredResponse) => declaredResponse.code).join(', ');
        throw invalidPreference(preferences, 'code', String(code), `a status that ${name} declares: ${declared}`);
      }
      if (example !== undefined && !response.examples.includes(example)) {
        const declared = response.examples.join(', ') || 'none';
        const expected = `an example that ${name} declares for ${response.status}: ${declared}`;
        throw invalidPreference(preferences, 'example', example, expected);
      }
      return response;
    },
  };
}

/** Creates the error for a declared error response that has no example. */
export function createErrorWithoutExample({ status, description }: DeclaredResponse): ApiError {
  return new ApiError(status, description || `${STATUS_CODES[status] ?? 'Error'}.`);
}

function findSuccessStatus(responses: Response[]): number {
  const statuses = responses.map(({ code }) => code);
  const success = statuses.filter((status) => /^2(\d\d|XX)$/.test(status)).sort()[0];
  const status = success ?? (statuses.includes('default') ? '200' : (statuses[0] ?? '200'));
  return Number(status.replace('XX', '00'));
}

function findResponse(responses: Response[], status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return [String(status), range, 'default']
    .map((code) => responses.find((response) => response.code === code))
    .find((response) => response !== undefined);
}

function prepareResponse(operation: Operation, response: Response, status: number): DeclaredResponse {
  const contents = response.contents ?? [];
  const examples = contents.map((content) => (content.examples ?? []).filter((example) => 'value' in example));
  const names = new Set(examples.flat().map(({ key }) => key));
  // The path of a request may select an example only when it exists in every media type that the client may negotiate.
  const selectable = (examples[0] ?? []).filter(({ key }) =>
    examples.every((list) => list.some((example) => example.key === key)),
  );
  const parameters = (operation.request?.path ?? []).map(({ name }) => name);
  return {
    status,
    operation: { ...operation, responses: [{ ...response, code: String(status) }] },
    examples: [...names],
    description: response.description ?? '',
    selectExample: createExampleSelector(selectable, parameters),
    formatParameter: findFormatParameter(
      operation,
      contents.map(({ mediaType }) => mediaType),
    ),
  };
}
