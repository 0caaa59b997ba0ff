/** The request quota in response headers (draft-ietf-httpapi-ratelimit-headers). */
import { findResponses, type Operation } from '../contract/operation.ts';
import type { ViolationDetails } from './results.ts';
import type { WireResponse } from './transport.ts';
import { wrongText, wrongValue } from './violations.ts';

const REMAINING = 'RateLimit';
const POLICY = 'RateLimit-Policy';

/** What remains of a quota. */
export interface Quota {
  /** Remaining requests. */
  remaining: number;
  /** Seconds until the window ends. */
  seconds: number;
  /** Requests in each window. */
  limit: number;
  /** Length of a window in seconds. */
  window: number;
}

/** Returns whether an operation declares its quota. */
export function declaresQuota({ responses }: Pick<Operation, 'responses'>): boolean {
  return [...responses.values()].some(({ headers }) => headers.includes(REMAINING.toLowerCase()));
}

/**
 * Reads the quotas of a response.
 *
 * @returns quotas by policy name, and what is wrong with them
 */
export function readQuotas(response: WireResponse): { quotas: Map<string, Quota>; violations: ViolationDetails[] } {
  const [remaining, policies] = [REMAINING, POLICY].map((name) => response.headers[name.toLowerCase()] ?? '');
  const left = parseItems(remaining ?? '', ['r', 't']);
  const limits = parseItems(policies ?? '', ['q', 'w']);
  const violations: ViolationDetails[] = [];
  if (!left) violations.push(wrongText('header', REMAINING, '"name";r=requests;t=seconds', remaining ?? ''));
  if (!limits) violations.push(wrongText('header', POLICY, '"name";q=requests;w=seconds', policies ?? ''));
  const quotas = new Map<string, Quota>();
  for (const [name, { r = 0, t = 0 }] of left ?? []) {
    const policy = limits?.get(name);
    if (!policy) {
      if (limits) violations.push(wrongText('header', POLICY, `the policy "${name}" of ${REMAINING}`, policies ?? ''));
      continue;
    }
    const { q = 0, w = 0 } = policy;
    if (r > q) violations.push(wrongValue('header', REMAINING, `up to ${q}, the requests of ${POLICY}`, remaining));
    if (t > w) violations.push(wrongValue('header', REMAINING, `up to ${w}, the seconds of ${POLICY}`, remaining));
    quotas.set(name, { remaining: r, seconds: t, limit: q, window: w });
  }
  return { quotas, violations };
}

/** Returns what is wrong with the quota in a response: missing where it is declared, or malformed. */
export function checkQuotaHeaders(operation: Operation, response: WireResponse): ViolationDetails[] {
  const declared = findResponses(operation, response.status);
  const missing = [REMAINING, POLICY].filter(
    (name) =>
      response.headers[name.toLowerCase()] === undefined &&
      declared.length > 0 &&
      declared.every(({ headers }) => headers.includes(name.toLowerCase())),
  );
  if (missing.length > 0) return missing.map((name) => wrongText('header', name, 'present, as declared', 'missing'));
  return response.headers[REMAINING.toLowerCase()] === undefined ? [] : readQuotas(response).violations;
}

/** Parses a list of strings with integers as parameters; undefined when an item or one of its parameters is malformed. */
function parseItems(header: string, names: readonly string[]): Map<string, Record<string, number>> | undefined {
  const items = new Map<string, Record<string, number>>();
  for (const item of header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []) {
    const [, name, parameters = ''] =
      /^"((?:[^"\\]|\\.)*)"((?:;\s*[a-z*][\w.*-]*(?:=[^;]*)?)*)$/.exec(item.trim()) ?? [];
    if (name === undefined) return undefined;
    const values = Object.fromEntries(
      [...parameters.matchAll(/;\s*([a-z*][\w.*-]*)=(\d{1,15}|\d{16})(?=;|$)/g)].map(([, key, value]) => [
        key,
        Number(value),
      ]),
    );
    if (names.some((key) => values[key] === undefined)) return undefined;
    items.set(name, values);
  }
  return items.size > 0 ? items : undefined;
}
