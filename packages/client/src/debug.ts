import type { Attempt, Hooks } from './call/hooks.ts';

/** The hooks that write a log. */
export interface LogHooks {
  /** Logs an attempt. */
  readonly request: (attempt: Attempt) => undefined;
  /** Logs what the attempt ends with, and its duration. */
  readonly end: NonNullable<Hooks['end']>;
  /** Logs the delay before a retry. */
  readonly retry: NonNullable<Hooks['retry']>;
}

/**
 * Creates hooks that log each attempt of every call, for debugging: method, URL, status, duration and `X-Request-Id`. The log has no headers
 * and bodies, so no API key, but it has the values of path and query parameters.
 *
 * @param log receives one line at a time. Default: `console.debug`.
 * @example
 * const verbose = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key', hooks: createLogHooks() });
 * await listRules(verbose, { tenant_id: 'halden-freight', workspace_id: 'production' });
 * // listRules #1: GET http://127.0.0.1:4010/api/v1/rules/tenants/halden-freight/workspaces/production
 * // listRules #1: 200 in 12 ms, request 6f2c…
 */
export function createLogHooks(log: (line: string) => void = (line) => console.debug(line)): LogHooks {
  const starts = new WeakMap<Attempt, number>();
  const write = ({ operation, number }: Attempt, text: string): void => log(`${operation} #${number}: ${text}`);
  return {
    request(attempt) {
      starts.set(attempt, performance.now());
      write(attempt, `${attempt.method} ${attempt.url}`);
      return undefined;
    },
    end(attempt, outcome) {
      // Without a start, the token function failed.
      const duration = Math.round(performance.now() - (starts.get(attempt) ?? performance.now()));
      write(attempt, `${describe(outcome)} in ${duration} ms${requestId(outcome)}`);
    },
    retry(attempt, { delay }) {
      write(attempt, `retry in ${Math.round(delay)} ms`);
    },
  };
}

type Outcome = Parameters<NonNullable<Hooks['end']>>[1];

/** Returns the status of a response, or an error as text. The reason of a signal may be any value. */
function describe(outcome: Outcome): string {
  if (outcome instanceof Error) return `${outcome.name}: ${outcome.message}`;
  return `${outcome?.status ?? outcome}`;
}

function requestId(outcome: Outcome): string {
  const id = outcome instanceof Error ? undefined : outcome?.headers?.get('x-request-id');
  return id ? `, request ${id}` : '';
}

/** The deprecation of an operation, as its responses announce it. */
export interface Deprecation {
  /** The `operationId` of the deprecated operation. */
  readonly operation: string;
  /** When it was or will be deprecated (`Deprecation`, RFC 9745); undefined without a valid date. */
  readonly since: Date | undefined;
  /** When it may stop working (`Sunset`, RFC 8594); undefined without a valid date. */
  readonly sunset: Date | undefined;
}

/**
 * Creates a hook that reports deprecated operations, each once, when the client calls them. The contract announces a
 * sunset at least six months ahead. It can be combined with other hooks: `{ ...createLogHooks(), ...createDeprecationHooks() }`.
 *
 * @param report receives a deprecation. Default: a warning on the console.
 * @example
 * const watchful = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key', hooks: createDeprecationHooks() });
 * await listRules(watchful, { tenant_id: 'halden-freight', workspace_id: 'production' });
 */
export function createDeprecationHooks(
  report: (deprecation: Deprecation) => void = (deprecation) => console.warn(formatDeprecation(deprecation)),
): { readonly response: NonNullable<Hooks['response']> } {
  const reported = new Set<string>();
  return {
    response({ operation }, { headers }) {
      const [since, sunset] = [headers.get('deprecation'), headers.get('sunset')];
      if ((since === null && sunset === null) || reported.has(operation)) return;
      reported.add(operation);
      // A structured date, in seconds.
      const seconds = /^@(-?\d{1,12})$/.exec(since ?? '')?.[1];
      report({ operation, since: toDate(seconds && Number(seconds) * 1000), sunset: toDate(sunset) });
    },
  };
}

function formatDeprecation({ operation, since, sunset }: Deprecation): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const start = since ? ` since ${day(since)}` : '';
  const end = sunset ? `It may stop working on ${day(sunset)}.` : 'It may stop working.';
  return `The operation ${operation} is deprecated${start}. ${end}`;
}

function toDate(value: number | string | null | undefined): Date | undefined {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
