/** Checks overrides against the contract. */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import { validateOutput } from '../bundled/prism.ts';
import type { Operation } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import { GATEWAY_RESPONSES } from '../requests/gateway-responses.ts';
import { suggestOperation } from '../requests/operation-names.ts';
import { MAX_WAIT_MS } from '../requests/preferences.ts';
import { type DeclaredResponse, prepareResponses } from '../requests/responses.ts';
import type { RequestMatch } from './override-types.ts';
import { isRequestMatch } from './request-match.ts';

/** A response that replaces the mock's response. */
export interface OverrideValues {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  delayMs?: number;
  once?: boolean;
  times?: number;
  match?: RequestMatch;
  unchecked?: boolean;
}

/** The check of each property. */
const PROPERTIES: Record<keyof OverrideValues, { expected: string; isValid(value: unknown): boolean }> = {
  status: { expected: 'an HTTP status', isValid: Number.isInteger },
  body: { expected: '', isValid: () => true },
  headers: { expected: 'an object of strings that HTTP allows', isValid: areHeaders },
  delayMs: {
    expected: `a number of milliseconds from 0 to ${MAX_WAIT_MS}`,
    isValid: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_WAIT_MS,
  },
  once: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
  times: { expected: 'an integer of at least 1', isValid: (value) => Number.isInteger(value) && Number(value) >= 1 },
  match: { expected: 'an object with path, query or body', isValid: isRequestMatch },
  unchecked: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
};

/** Headers that the mock computes. */
export const COMPUTED_HEADERS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'x-request-id',
  'x-contract-digest',
]);

/**
 * Checks an override of an operation.
 *
 * @throws {SettingError} with the property, the reason and the remedy
 */
export function checkOverride(operation: Operation, value: unknown): OverrideValues {
  const name = operation.iid;
  if (!isJsonObject(value)) {
    throw new SettingError(`The override of ${name} must be an object with a status, such as { status: 429 }.`);
  }
  for (const [property, given] of Object.entries(value)) {
    const check = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property as keyof OverrideValues] : undefined;
    if (!check) {
      throw reject(name, property, `is not known; use ${Object.keys(PROPERTIES).join(', ')}`);
    }
    if (given !== undefined && !check.isValid(given)) {
      throw reject(name, property, `must be ${check.expected}; got ${JSON.stringify(given)}`);
    }
  }
  if (value.status === undefined) throw reject(name, 'status', `is missing; use ${listStatuses(operation)}`);
  const values = value as JsonObject & OverrideValues;
  if (values.once && values.times !== undefined) throw reject(name, 'times', 'contradicts once; use only one of them');
  checkComputedHeaders(name, values);
  if (values.unchecked) checkUnchecked(name, values);
  else checkBody(name, operation, values);
  return values;
}

/** Checks that HTTP can transfer a response that doesn't have to conform to the contract. */
function checkUnchecked(name: string, { status, body }: OverrideValues): void {
  if (status < 200 || status > 599) throw reject(name, 'status', `must be from 200 to 599; got ${status}`);
  if (body !== undefined && [204, 205, 304].includes(status))
    throw reject(name, 'body', `must be absent, because HTTP doesn't allow one with ${status}`);
}

function checkComputedHeaders(name: string, { headers = {} }: OverrideValues): void {
  const computed = Object.keys(headers).find((header) => COMPUTED_HEADERS.has(header.toLowerCase()));
  if (computed !== undefined) {
    throw reject(name, `headers/${computed}`, 'cannot be set, because the mock computes it; omit it');
  }
}

/** Checks that the operation declares the status, and that the body conforms to one of the schemas for that status. */
function checkBody(name: string, operation: Operation, { status, body }: OverrideValues): void {
  const responses = prepareResponses(operation, '');
  const declared = responses.findAll(status);
  if (declared.length === 0) {
    throw reject(
      name,
      'status',
      `must be one that the operation can return: ${listStatuses(operation)}; got ${status}`,
    );
  }
  if (body === undefined || (typeof body === 'string' && responses.findOfProxy(status))) return;
  const violations = declared.map((response) => findViolation(response, body));
  const [first] = violations;
  if (first !== undefined && !violations.includes(undefined)) {
    throw reject(name, first.location, `${first.message}. Fix it, or omit the body to use the contract's example`);
  }
}

/** Describes how a body violates the schema of a response; undefined when it is valid. */
export function findViolation(
  { operation, status }: DeclaredResponse,
  body: unknown,
): { location: string; message: string } | undefined {
  const [response] = operation.responses;
  const contents = response?.contents ?? [];
  const isOfProxy = GATEWAY_RESPONSES.some(({ id }) => id === response?.id);
  if (contents.length === 0) {
    return isOfProxy ? undefined : { location: 'body', message: `must be absent, because a ${status} has none` };
  }
  const violations = contents.map((content) => {
    const resource = {
      ...operation,
      responses: [{ ...response, code: String(status), headers: [], contents: [content] }],
    };
    const headers = { 'content-type': content.mediaType };
    const result = validateOutput({ resource: resource as Operation, element: { statusCode: status, headers, body } });
    if (result._tag === 'Right') return undefined;
    const [{ path = [], message }] = result.left;
    // Prism also puts the location before the reason.
    const reason = message.replace(/^Response .*?\b(?=must )/, '');
    return {
      location: ['body', ...path.filter((key, index) => index > 0 || key !== 'body')].join('/'),
      message: reason,
    };
  });
  return violations.includes(undefined) ? undefined : violations[0];
}

function listStatuses({ responses }: Operation): string {
  return [...new Set([...responses, ...GATEWAY_RESPONSES].map(({ code }) => code))].sort().join(', ');
}

function areHeaders(value: unknown): boolean {
  if (!isJsonObject(value) || !Object.values(value).every((text) => typeof text === 'string')) return false;
  try {
    new Headers(value as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds an operation.
 *
 * @param reference its `operationId`, or its function in `@aispm/client`
 * @throws {SettingError} when there is none; the message lists the known ones
 */
export function findOperation(operations: readonly Operation[], reference: unknown): Operation {
  const name = readName(reference);
  if (name === undefined) {
    throw new SettingError(
      'An operation must be its operationId, such as "listRules", or its function in @aispm/client.',
    );
  }
  const operation = operations.find(({ iid }) => iid === name);
  if (operation) return operation;
  const hint = suggestOperation(operations, name);
  throw new SettingError(`There is no operation ${JSON.stringify(name)}. ${hint[0]?.toUpperCase()}${hint.slice(1)}`);
}

/** Returns the `operationId` of an operation; undefined when the value isn't an operation. */
export function readName(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  const { metadata } = Object(reference) as { metadata?: unknown };
  const { id } = Object(metadata) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

function reject(name: string, location: string, reason: string): SettingError {
  return new SettingError(`The override of ${name} cannot be used: ${location} ${reason}.`);
}
