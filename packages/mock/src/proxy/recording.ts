/** Records the responses of another server as overrides, in a file. */
import { isDeeper, isJsonMediaType, isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import { checkOverride, type OverrideValues } from '../operations/override-check.ts';
import type { RequestMatch } from '../operations/override-types.ts';
import { MAX_OVERRIDES } from '../operations/overrides.ts';
import type { OperationRequest } from '../operations/route.ts';
import { redact } from './secrets.ts';

/** Maximum size of a recorded body, and of all of them, in characters. */
const MAX_BODY = 1024 * 1024;
const MAX_TOTAL = 64 * 1024 * 1024;

/** Headers that are recorded. The others depend on the moment or the caller, or the mock computes them. */
const RECORDED_HEADERS = ['content-disposition', 'etag', 'location', 'retry-after'];

/** Statuses that depend on the caller or the moment instead of the request. */
const TRANSIENT = new Set([401, 403, 408, 429]);

/** An override with the name of its operation, as `POST /__mock/overrides` accepts it. */
type Entry = OverrideValues & { operation: string };

/** The file of a recording. */
interface Storage {
  /** Its name in messages, at the start of a sentence. */
  name: string;
  /** Returns the stored value; undefined when there is none. */
  read(): unknown;
  /** Stores the JSON that a function returns, shortly afterwards. */
  write(create: () => string): void;
}

/** Records responses. */
export interface Recording {
  /**
   * Records a response, in place of a previous one to the same request.
   *
   * @param body the decoded body of the request
   * @returns why it isn't recorded, as a clause; undefined if it is
   */
  add(operation: Operation, request: OperationRequest, body: unknown, response: MockResponse): string | undefined;
}

/**
 * Creates a recording, which continues the one in its file.
 *
 * @throws {SettingError} when the file contains something else
 */
export function createRecording(storage: Storage): Recording {
  const stored = storage.read() ?? [];
  if (!Array.isArray(stored) || !stored.every((entry) => isJsonObject(entry) && typeof entry.operation === 'string')) {
    throw new SettingError(`${storage.name} is not a recording: it must be an array of overrides. Use another file.`);
  }
  const entries = new Map((stored as Entry[]).map((entry) => [identify(entry), JSON.stringify(entry)]));
  let total = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    add(operation, request, body, response) {
      const { status } = response;
      if (status >= 500 || TRANSIENT.has(status)) return `a ${status} depends on the moment or the API key`;
      if (response.stream) return 'its body is not UTF-8';
      if ((response.body?.length ?? 0) > MAX_BODY) return `its body is larger than ${MAX_BODY / 1024 / 1024} MB`;
      const entry = toEntry(operation, request, body, response);
      const text = JSON.stringify(entry);
      const token = request.headers.authorization?.replace(/^Bearer +/i, '');
      if (token && token.length >= 8 && text.includes(JSON.stringify(token).slice(1, -1))) {
        return 'it contains the API key of the request';
      }
      const key = identify(entry);
      const previous = entries.get(key)?.length ?? 0;
      if (!entries.has(key) && entries.size >= MAX_OVERRIDES) return `it is full, with ${MAX_OVERRIDES} responses`;
      if (total - previous + text.length > MAX_TOTAL) return `it is full, with ${MAX_TOTAL / 1024 / 1024} MB`;
      total += text.length - previous;
      entries.set(key, text);
      storage.write(() => `[\n${inOrder([...entries.values()]).join(',\n')}\n]\n`);
      return undefined;
    },
  };
}

function toEntry(operation: Operation, request: OperationRequest, body: unknown, response: MockResponse): Entry {
  const { status, headers } = response;
  const kept = RECORDED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const values: OverrideValues = {
    status,
    ...(response.body !== undefined && { body: redact(decode(response.body, headers['content-type'])) }),
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
    match: toMatch(request, body),
  };
  const name = operation.iid;
  try {
    return { operation: name, ...checkOverride(operation, values) };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const type = headers['content-type'];
    const sent = { ...values.headers, ...(type !== undefined && { 'content-type': type }) };
    return { operation: name, unchecked: true, ...values, headers: sent };
  }
}

function decode(text: string, type = ''): unknown {
  try {
    const value: unknown = isJsonMediaType(type) ? JSON.parse(text) : text;
    return isDeeper(value) ? text : value;
  } catch {
    return text;
  }
}

/** Returns what identifies a request: its path, its query and its body. */
function toMatch({ parameters, query }: OperationRequest, body: unknown): RequestMatch {
  const own = redact(query) as OperationRequest['query'];
  return {
    ...(Object.keys(parameters).length > 0 && { path: parameters }),
    ...(Object.keys(own).length > 0 && { query: own }),
    ...(body !== undefined && { body: redact(body) }),
  };
}

function identify({ operation, match }: Entry): string {
  return JSON.stringify([operation, match]);
}

/** Orders overrides: of two that apply to a request, the newer one does, so that the more specific ones are last. */
function inOrder(entries: readonly string[]): string[] {
  const count = (text: string) => {
    const { match } = JSON.parse(text) as { match?: { query?: JsonObject } };
    return Object.keys(match?.query ?? {}).length;
  };
  return entries
    .map((text) => ({ text, specificity: count(text) }))
    .sort((a, b) => a.specificity - b.specificity)
    .map(({ text }) => text);
}
