/** The responses of an operation: declared responses and possible protocol responses. */
import { STATUS_CODES } from 'node:http';
import { isJsonObject } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import { type FormatParameter, findFormatParameter } from '../http/format.ts';
import { createExampleSelector, type ExampleSelector } from './example-selection.ts';
import { GATEWAY_RESPONSES } from './gateway-responses.ts';
import { invalidPreference, type Preferences } from './preferences.ts';

/** A declared response. */
export interface DeclaredResponse {
  status: number;
  /**
   * The operation with only this response. With several, Prism falls back to another response where it should reject: 422
   * instead of 400, or a success if the preferred example or media type doesn't exist.
   */
  operation: Operation;
  /** Names of its examples, the default first. */
  examples: string[];
  /** The reasons in its examples. */
  reasons: ReadonlySet<unknown>;
  /** The description in the contract. */
  description: string;
  selectExample: ExampleSelector;
  /** Undefined if `Accept` selects the media type. */
  formatParameter: FormatParameter | undefined;
}

/** All responses of an operation. */
export interface DeclaredResponses {
  /** The default response: the declared success with the lowest status. */
  success: DeclaredResponse;
  /**
   * Returns the response for a status, also by a range (`4XX`) or `default`; undefined when there is none. If there are several, it returns
   * the one whose examples have the reason, otherwise the operation's.
   */
  find(status: number, reason?: string): DeclaredResponse | undefined;
  /** Returns all responses for a status: the operation's, then the protocol response. */
  findAll(status: number): readonly DeclaredResponse[];
  /** Returns the response of a proxy with a status, regardless of what the operation declares; undefined when proxies don't return it. */
  findOfProxy(status: number): DeclaredResponse | undefined;
  /**
   * Returns the response that a client prefers.
   *
   * @throws {ApiError} 400 that lists the possible ones, when the operation can't return it
   */
  prefer(preferences: Preferences): DeclaredResponse;
}

type Response = Operation['responses'][number];

/**
 * Prepares the responses of an operation.
 *
 * @param allow the methods of its path, as in the `Allow` header
 */
export function prepareResponses(operation: Operation, allow: string): DeclaredResponses {
  const name = operation.iid;
  const responses = operation.responses.map((response) => withAllow(response, allow));
  const byStatus = new Map<number, DeclaredResponse[]>();
  const findAll = (status: number) => {
    const prepare = (response: Response) => prepareResponse(operation, response, status);
    const found = byStatus.get(status) ?? findResponses(responses, status).map(prepare);
    byStatus.set(status, found);
    return found;
  };
  const find: DeclaredResponses['find'] = (status, reason) => {
    const found = findAll(status);
    return found.find(({ reasons }) => reasons.has(reason)) ?? found[0];
  };
  const success = find(findSuccessStatus(responses));
  if (!success) throw new Error(`${name} declares no response.`);
  return {
    success,
    find,
    findAll,
    findOfProxy(status) {
      const response = GATEWAY_RESPONSES.find(({ code }) => code === String(status));
      return response && prepareResponse(operation, response, status);
    },
    prefer(preferences) {
      const { code, example } = preferences;
      const found = code === undefined ? [success] : findAll(code);
      const [first] = found;
      if (!first) {
        const known = [...responses, ...GATEWAY_RESPONSES];
        const statuses = [...new Set(known.map((response) => response.code))].sort().join(', ');
        throw invalidPreference(preferences, 'code', String(code), `a status that ${name} can return: ${statuses}`);
      }
      if (example === undefined) return first;
      const named = found.find(({ examples }) => examples.includes(example));
      if (!named) {
        const examples = found.flatMap((response) => response.examples).join(', ') || 'none';
        const expected = `an example that ${name} has for ${first.status}: ${examples}`;
        throw invalidPreference(preferences, 'example', example, expected);
      }
      return named;
    },
  };
}

/** Creates the error for an error response that has no example. */
export function createErrorWithoutExample({ status, description }: DeclaredResponse): ApiError {
  return new ApiError(status, undefined, description || `${STATUS_CODES[status] ?? 'Error'}.`);
}

function findSuccessStatus(responses: Response[]): number {
  const statuses = responses.map(({ code }) => code);
  const success = statuses.filter((status) => /^2(\d\d|XX)$/.test(status)).sort()[0];
  const status = success ?? (statuses.includes('default') ? '200' : (statuses[0] ?? '200'));
  return Number(status.replace('XX', '00'));
}

/**
 * Returns the responses for a status; several if an operation declares the status of a protocol response. Responses of
 * proxies can occur even if they aren't declared.
 */
function findResponses(responses: Response[], status: number): Response[] {
  const range = `${Math.floor(status / 100)}XX`;
  const found = [String(status), range, 'default'].map((code) =>
    responses.filter((response) => response.code === code),
  );
  found.push(GATEWAY_RESPONSES.filter(({ code }) => code === String(status)));
  return found.find((list) => list.length > 0) ?? [];
}

/** Replaces the example of the `Allow` header with the methods of the path. */
function withAllow(response: Response, allow: string): Response {
  const headers = response.headers?.map((header) =>
    header.name.toLowerCase() === 'allow'
      ? { ...header, examples: [{ id: header.id, key: 'methods', value: allow }] }
      : header,
  );
  return { ...response, ...(headers && { headers }) };
}

function prepareResponse(operation: Operation, response: Response, status: number): DeclaredResponse {
  const contents = response.contents ?? [];
  const examples = contents.map((content) => (content.examples ?? []).filter((example) => 'value' in example));
  const names = new Set(examples.flat().map(({ key }) => key));
  const values = examples.flat().map(({ value }) => value);
  // The path of a request may only select an example that exists in every media type that the client may negotiate.
  const selectable = (examples[0] ?? []).filter(({ key }) =>
    examples.every((list) => list.some((example) => example.key === key)),
  );
  const parameters = (operation.request?.path ?? []).map(({ name }) => name);
  return {
    status,
    operation: { ...operation, responses: [{ ...response, code: String(status) }] },
    examples: [...names],
    reasons: new Set(values.flatMap((value) => (isJsonObject(value) && value.reason ? [value.reason] : []))),
    description: response.description ?? '',
    selectExample: createExampleSelector(selectable, parameters),
    formatParameter: findFormatParameter(
      operation,
      contents.map(({ mediaType }) => mediaType),
    ),
  };
}
