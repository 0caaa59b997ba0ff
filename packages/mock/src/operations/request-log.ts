/** A log of the latest requests, for tests and for debugging a page. */

import { readTarget } from '../http/request.ts';

/** A request and the status of its response. */
export interface JournalEntry {
  /** Number of the request, from 1. */
  id: number;
  /** When the request arrived (RFC 3339). */
  time: string;
  method: string;
  /** Path and query, percent-encoded. */
  url: string;
  /** The `operationId`; undefined when the path or the method is unknown. */
  operation: string | undefined;
  /** Names in lowercase; without credentials. */
  headers: Record<string, string>;
  /** The body as a string; undefined when there is none, or when it is larger than 8 KiB. */
  body: string | undefined;
  /** Status of the response; undefined when the request was aborted, or the connection was dropped. */
  status: number | undefined;
  /** How long the response took, in milliseconds. */
  durationMs: number;
}

/** A logged request, which is only formatted on read. */
export interface LoggedRequest {
  time: number;
  method: string;
  url: string;
  operation: string | undefined;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  status: number | undefined;
  durationMs: number;
}

/** Maximum number of requests; beyond it, the oldest request is removed. */
const MAX_ENTRIES = 1_000;
/** Maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 8_192;
/** Headers with credentials. */
const SECRET_HEADERS = ['authorization', 'cookie', 'proxy-authorization', 'x-mock-token'];
/** The query parameter with the token. */
const SECRET_PARAMETER = '__token';
const NO_BODY = new Uint8Array();

/** The latest requests. */
export class RequestLog {
  #records: LoggedRequest[] = [];
  #count = 0;

  /** Adds a request. */
  add(record: LoggedRequest): void {
    const isLarge = record.body.byteLength > MAX_BODY_BYTES;
    this.#records[this.#count++ % MAX_ENTRIES] = isLarge ? { ...record, body: NO_BODY } : record;
  }

  /**
   * Lists the requests, oldest first.
   *
   * @param operation only requests to this operation
   */
  list(operation?: string): JournalEntry[] {
    const first = this.#count - this.#records.length;
    return Array.from({ length: this.#records.length }, (_, index) =>
      this.#describe(this.#at(first + index), first + index + 1),
    ).filter((entry) => operation === undefined || entry.operation === operation);
  }

  /** Removes all requests. */
  clear(): void {
    this.#records = [];
    this.#count = 0;
  }

  #at(index: number): LoggedRequest {
    const record = this.#records[index % MAX_ENTRIES];
    if (!record) throw new Error(`The request log has no request ${index}.`);
    return record;
  }

  #describe(
    { time, method, url, operation, headers, body, status, durationMs }: LoggedRequest,
    id: number,
  ): JournalEntry {
    return {
      id,
      time: new Date(time).toISOString(),
      method,
      url: redact(readTarget(url)),
      operation,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.includes(name))),
      body: body.byteLength === 0 ? undefined : new TextDecoder().decode(body),
      status,
      durationMs: Math.round(durationMs),
    };
  }
}

/** Redacts the value of the query parameter with the token. */
function redact(target: string): string {
  const mark = target.indexOf('?') + 1;
  if (mark === 0) return target;
  const parts = target.slice(mark).split('&');
  const redacted = parts.map((part) => {
    const [name = ''] = new URLSearchParams(part).keys();
    return name === SECRET_PARAMETER ? `${part.split('=', 1)[0]}=REDACTED` : part;
  });
  return target.slice(0, mark) + redacted.join('&');
}
