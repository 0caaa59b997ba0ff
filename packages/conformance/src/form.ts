/** The form of an answer: whether status, headers and body are what the contract documents. */
import { type Operation, responseFindings } from '@aispm/mock/validation';
import { type Endpoint, isJson, type Json } from './endpoint.js';
import type { Violation } from './results.js';
import type { WireResponse } from './transport.js';

/** A violation without what the caller knows. */
export type Fault = Pick<Violation, 'part' | 'pointer' | 'expected' | 'got'>;

/** Longest text of a value that is repeated in a report, in characters. */
const MAX_GOT = 160;

/**
 * A copy of an operation whose answers may have fields that the contract does not name: a server may add some. What is
 * open by itself, and what is refused in requests, stays as it is.
 */
export function withOpenAnswers(operation: Operation): Operation {
  return { ...operation, responses: opened(operation.responses, new Map()) };
}

/** One schema stays one object, so that it is compiled once. */
function opened<T>(node: T, known: Map<unknown, unknown>): T {
  if (typeof node !== 'object' || node === null) return node;
  const done = known.get(node);
  if (done) return done as T;
  const copy: Json | unknown[] = Array.isArray(node) ? [] : {};
  known.set(node, copy);
  for (const [key, value] of Object.entries(node)) {
    const closes = value === false && (key === 'additionalProperties' || key === 'unevaluatedProperties');
    if (!closes) Object.assign(copy, { [key]: opened(value, known) });
  }
  return copy as T;
}

/** An answer with its body decoded. */
export interface Decoded extends WireResponse {
  /** The JSON, or the text; undefined when there is none or when it is not the JSON that it says it is. */
  body: unknown;
}

/** Decodes an answer. */
export function decode(response: WireResponse): Decoded {
  const { headers, text } = response;
  if (text === '') return { ...response, body: undefined };
  if (!isJson(headers['content-type'] ?? '')) return { ...response, body: text };
  try {
    return { ...response, body: JSON.parse(text) };
  } catch {
    return { ...response, body: undefined };
  }
}

/**
 * Whatever an answer has that the contract does not document for the operation.
 *
 * @param operation the operation to validate against; its schemas are open or closed
 */
export function formFaults(endpoint: Endpoint, operation: Operation, response: Decoded): Fault[] {
  const { status, headers, text, body } = response;
  const declared = endpoint.responses.get(status);
  if (!declared) {
    const statuses = [...endpoint.responses.keys()].join(', ');
    return [statusFault(`one of ${statuses}`, response)];
  }
  const { mediaTypes } = declared;
  if (mediaTypes.length === 0) {
    return text === '' ? headerFaults(operation, response) : [fault('body', '', 'no body', text)];
  }
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!mediaTypes.includes(type)) {
    return [{ part: 'header', pointer: 'Content-Type', expected: mediaTypes.join(' or '), got: type || 'nothing' }];
  }
  if (isJson(type) && body === undefined) return [fault('body', '', 'valid JSON', text)];
  const found = findings(operation, response);
  const { code } = (body ?? {}) as { code?: unknown };
  const isCodeWrong = status >= 400 && typeof code === 'number' && code !== status;
  return [...found, ...(isCodeWrong ? [fault('body', '/code', `${status}, the status of the answer`, code)] : [])];
}

function headerFaults(operation: Operation, response: Decoded): Fault[] {
  return findings(operation, response).filter(({ part }) => part === 'header');
}

function findings(operation: Operation, { status, headers, body }: Decoded): Fault[] {
  const found = responseFindings(operation, { statusCode: status, headers, body });
  return found.map(({ path: [part, ...rest], code, message }) => {
    const missing = code === 'required' ? /required property '(.+)'$/.exec(message)?.[1] : undefined;
    const unknown = /(?:; found|properties:) '(.+)'$/.exec(message)?.[1];
    const names = [...rest, ...[missing ?? unknown].filter((name) => name !== undefined)];
    const where = part === 'header' ? 'header' : 'body';
    if (missing !== undefined)
      return { part: where, pointer: pointerOf(where, names), expected: 'to be there', got: 'nothing' };
    if (unknown !== undefined) {
      return { part: where, pointer: pointerOf(where, names), expected: 'no field of this name', got: 'the field' };
    }
    const root = where === 'header' ? headers : body;
    return fault(where, pointerOf(where, names), expectation(message), valueAt(root, names));
  });
}

function pointerOf(part: 'header' | 'body', names: string[]): string {
  if (part === 'header') return names.join('/');
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The part of a finding that says what would be right. */
function expectation(message: string): string {
  return message.replace(/^(Response|Request) \S+( property \S+)? (?=must|should)/, '').replace(/^Response /, '');
}

function valueAt(root: unknown, names: string[]): unknown {
  return names.reduce<unknown>(
    (node, name) => (typeof node === 'object' && node !== null ? (node as Json)[name] : undefined),
    root,
  );
}

/** A fault with the value that is wrong. */
export function fault(part: Violation['part'], pointer: string, expected: string, got: unknown): Fault {
  return { part, pointer, expected, got: show(got) };
}

/** A fault that is told in words. */
export function remark(part: Violation['part'], pointer: string, expected: string, got: string): Fault {
  return { part, pointer, expected, got: clip(got) };
}

/** A status that is not the right one, with the beginning of the answer. */
export function statusFault(expected: string, { status, text }: WireResponse): Fault {
  return { part: 'status', pointer: '', expected, got: clip(`${status} ${text.replaceAll(/\s+/g, ' ')}`.trim()) };
}

/** A value, short enough to be read. */
export function show(value: unknown): string {
  return clip(JSON.stringify(value) ?? 'nothing');
}

function clip(text: string): string {
  return text.length > MAX_GOT ? `${text.slice(0, MAX_GOT - 1)}…` : text;
}
