import { mergeHeaders } from './headers.ts';
import type { OperationMetadata } from './metadata.ts';
import type { OperationRequest } from './operation-request.ts';
import type { Parameters } from './url.ts';

/** Name of the header that lets the service recognize a repeated request. */
const IDEMPOTENCY_KEY = 'idempotency-key';

/** The part of all keys of this process that is unique to it. */
let prefix: string | undefined;
let count = 0;

/** Encodes the headers and the body of a call from its parameters. */
export function requestContent(
  { id, method, headers: names = [], body: mediaType }: OperationMetadata,
  params: Parameters,
): Omit<OperationRequest, 'url'> {
  const headers: Record<string, string> = {};
  let isRepeatable = method !== 'POST' && method !== 'PATCH';
  for (const name of names) {
    const value = params[name] as string | null | undefined;
    if (value != null) Object.assign(headers, mergeHeaders(id, { [name]: value }));
    if (name === 'Idempotency-Key') {
      isRepeatable = true;
      headers[IDEMPOTENCY_KEY] ??= nextKey();
    }
  }
  let body: string | undefined;
  if (mediaType) {
    body = JSON.stringify(params.body);
    // JSON would replace what it can't represent with null, which may mean "remove". Only then, because it takes as long again.
    if (body?.includes('null')) JSON.stringify(params.body, rejectLost(id));
    if (body) headers['content-type'] = mediaType;
  }
  return {
    headers,
    body,
    isRepeatable,
    ...(!/GET|HEAD/.test(method) && { redirect: 'manual', check: rejectRedirect }),
  };
}

/** Returns a replacer for `JSON.stringify` that throws for what it would write as null: `NaN`, an invalid date, an empty array item. */
function rejectLost(id: string) {
  return function (this: Record<string, unknown>, name: string, value: unknown): unknown {
    const given = this[name];
    const isLost =
      value === null
        ? given !== null
        : typeof value === 'number'
          ? !Number.isFinite(value)
          : Array.isArray(this) && /^(?:u|f|sy)/.test(typeof value);
    if (isLost) throw new TypeError(`${id}: ${name} must not be "${String(given)}"`);
    return value;
  };
}

/** Throws an error about a redirect, which would turn a POST into a GET. In a browser, its status is 0. */
function rejectRedirect({ status, headers }: Response): void {
  if (/^0|^3(?!04)/.test(`${status}`)) throw new Error(`redirect ${headers.get('location')}`);
}

/** Returns an idempotency key that was never used before. */
function nextKey(): string {
  // Not a UUID for each call, because generating one takes longer than everything else here.
  prefix ??= randomId();
  count += 1;
  return `${prefix}-${count}`;
}

/** Returns a random UUID, even in pages that weren't loaded over https, where `crypto.randomUUID` is missing. */
function randomId(): string {
  return '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, (digit) =>
    (+digit ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (+digit / 4)))).toString(16),
  );
}
