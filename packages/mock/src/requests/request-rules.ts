/** Rules for requests in addition to their schemas, as the service applies them. */
import { MAX_DURATION_MS } from '../bundled/domain.ts';
import {
  findEndViolation,
  findMissingFields,
  findSupportedBody,
  findUnsupportedTimestamps,
  isJsonObject,
  listTimestamps,
  parseTimestamp,
  rejectsItems,
  type Schema,
  unprocessableRequest,
} from '../bundled/openapi.ts';
import { documentOf, type Operation } from '../core/contract-types.ts';
import { ApiError, type ErrorDetail, invalidRequestError } from '../core/errors.ts';
import { createBodyCheck } from './body-alternatives.ts';
import { findUnsupported, toDetails } from './violations.ts';

/**
 * Checks the body of a valid request.
 *
 * @throws {ApiError} 400, 413 or 422
 */
export type RuleCheck = (body: unknown) => void;

/** The reason of the error when nothing of a batch is stored. */
const NOTHING_STORED = 'nothing_stored';

/** Creates the check of an operation. */
export function createRuleCheck(operation: Operation, operations: readonly Operation[]): RuleCheck {
  const schema = (operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const document = documentOf(operation);
  const maxBytes = findMaxValueBytes(operation, operations);
  const rejectsAll = canRejectAll(operation);
  const timestamps = rejectsItemsOf(operation) ? [] : listTimestamps(document, schema);
  const itemTimestamps = listItemTimestamps(operation);
  const supported = findSupportedBody(document, schema);
  const findUnsupportedValue = supported && createBodyCheck(operation, supported);
  return (body) => {
    const unsupported = toDetails(findUnsupportedTimestamps(body, timestamps, 'body'));
    if (unsupported.length > 0) throw invalidRequestError(unsupported);
    checkValueSize(body, maxBytes);
    if (rejectsAll) checkItems(body, itemTimestamps);
    const details = findMissingFields(document, schema, body);
    const [first] = details;
    if (first) throw new ApiError(422, 'missing_field', `${first.location} ${first.message}.`, { details });
    const values = findUnsupportedValue?.(body) ?? [];
    if (values.length > 0) {
      throw new ApiError(422, 'unsupported_value', unprocessableRequest(values), { details: values });
    }
  };
}

/** Returns whether a request may succeed partially: the successful response counts rejected items. */
export function rejectsItemsOf({ responses }: Operation): boolean {
  const successes = responses.filter(({ code }) => code.startsWith('2'));
  return rejectsItems(successes.flatMap(({ contents = [] }) => contents.map(({ schema }) => (schema ?? {}) as Schema)));
}

/** Returns whether a batch is rejected if nothing can be stored, according to the error examples. */
function canRejectAll({ responses }: Operation): boolean {
  const examples = responses.flatMap(({ contents = [] }) => contents.flatMap((content) => content.examples ?? []));
  return examples.some(
    (example) => 'value' in example && isJsonObject(example.value) && example.value.reason === NOTHING_STORED,
  );
}

/** Lists the properties of the items of a batch that are timestamps. */
export function listItemTimestamps(operation: Operation): string[] {
  const { properties = {} } = (operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  return Object.values(properties).flatMap(({ items }) => (items ? listTimestamps(documentOf(operation), items) : []));
}

/**
 * Finds why an item of a batch can't be stored: it has unsupported values, or it ends before it starts or too long afterwards.
 *
 * @param timestamps names of its properties that are timestamps
 */
export function findRejection(
  item: unknown,
  location: string,
  timestamps: readonly string[],
): { reason: string; details: ErrorDetail[] } | undefined {
  const unsupported = findUnsupported(item, location, timestamps);
  if (unsupported.length > 0) return { reason: 'invalid_body', details: unsupported };
  const { started_at, finished_at } = isJsonObject(item) ? item : {};
  if (typeof started_at !== 'string' || typeof finished_at !== 'string') return undefined;
  const message = findEndViolation(parseTimestamp(started_at), parseTimestamp(finished_at), MAX_DURATION_MS);
  if (message === undefined) return undefined;
  return { reason: 'invalid_time_window', details: [{ location: `${location}/finished_at`, message }] };
}

/** Rejects a batch if no item can be stored. */
function checkItems(body: unknown, timestamps: readonly string[]): void {
  const batches = Object.entries(body as Record<string, unknown>).filter(([, items]) => Array.isArray(items));
  for (const [name, items] of batches as [string, unknown[]][]) {
    const rejections = items.map((item, index) => findRejection(item, `body/${name}/${index}`, timestamps));
    if (rejections.length === 0 || rejections.includes(undefined)) continue;
    const details = rejections.flatMap((rejection) => rejection?.details ?? []);
    const message = `None of the ${items.length} ${name} could be stored. See details.`;
    throw new ApiError(422, NOTHING_STORED, message, { details });
  }
}

/** Returns the maximum size of stored values, which the list of the values documents; otherwise infinity. */
function findMaxValueBytes({ path, request }: Operation, operations: readonly Operation[]): number {
  const body = (request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const listPath = path.slice(0, path.lastIndexOf('/'));
  const list = operations.find((other) => other.method.toLowerCase() === 'get' && other.path === listPath);
  const page = (list?.responses[0]?.contents?.[0]?.schema ?? {}) as Schema;
  const { maximum } = page.properties?.items?.items?.properties?.size_bytes ?? {};
  return body.properties?.value && maximum !== undefined ? maximum : Number.POSITIVE_INFINITY;
}

function checkValueSize(body: unknown, maxBytes: number): void {
  if (maxBytes === Number.POSITIVE_INFINITY) return;
  const { value } = body as { value: unknown };
  if (new TextEncoder().encode(JSON.stringify(value)).byteLength <= maxBytes) return;
  throw new ApiError(413, 'value_too_large', `The value is larger than ${maxBytes} bytes as JSON. Send a smaller one.`);
}
