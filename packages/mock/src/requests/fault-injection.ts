/**
 * Fault injection, to test clients: errors that the contract allows, slow responses and dropped connections.
 */
import type { Operation } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import { seededNumber } from '../core/seeded.ts';
import { GATEWAY_RESPONSES } from './gateway-responses.ts';
import { suggestOperation } from './operation-names.ts';

/** The faults that are injected into requests. */
export interface Chaos {
  /** Share of requests whose connection is dropped, 0..1. */
  dropRate: number;
  /** Share of the other requests that get an error, 0..1. */
  errorRate: number;
  /** Statuses of the errors, all equally likely; default: the statuses that clients retry. */
  codes: readonly number[] | undefined;
  /** Additional duration of responses. */
  latency: Latency | undefined;
}

/**
 * A distribution of durations: increasing shares of the responses, 0..1, with the maximum duration of each in milliseconds.
 * It is linear between two points.
 */
type Latency = readonly (readonly [share: number, ms: number])[];

/** The faults for one request. */
export interface Outcome {
  latencyMs: number;
  isDropped: boolean;
  /** The status of the injected error; undefined for the normal response. */
  errorStatus: number | undefined;
}

/** Maximum latency that can be injected, in milliseconds: shorter than the usual timeouts of proxies and browsers. */
export const MAX_LATENCY_MS = 30_000;

/** The syntax of chaos in the flag, the option, the header and the query parameter. */
export const CHAOS_SYNTAX =
  'error=<rate>, code=<status|status>, latency=<ms, ms..ms or p50:ms/p99:ms>, drop=<rate>, or off';

const NONE: Chaos = { dropRate: 0, errorRate: 0, codes: undefined, latency: undefined };

/**
 * Parses faults, for example `error=20%, code=429|500, latency=p50:80/p99:2000, drop=0.05`, separated by commas or
 * spaces; or `off`.
 *
 * @throws {Error} when the syntax is wrong; the message is a clause without a period
 */
export function parseChaos(text: string): Chaos {
  const faults = text.split(/[\s,;]+/).filter(Boolean);
  if (faults.length === 0) throw new Error('it contains no fault');
  if (faults.length === 1 && faults[0] === 'off') return NONE;
  const chaos = { ...NONE };
  for (const fault of faults) {
    const [, name, value = ''] = /^([^=]*)=?(.*)$/s.exec(fault) ?? [];
    if (name === 'error') chaos.errorRate = parseRate(name, value);
    else if (name === 'drop') chaos.dropRate = parseRate(name, value);
    else if (name === 'code') chaos.codes = parseCodes(value);
    else if (name === 'latency') chaos.latency = parseLatency(value);
    else throw new Error(`"${name}" is not a known fault`);
  }
  // `code` without `error` means every request.
  if (chaos.codes && !faults.some((fault) => fault.startsWith('error='))) chaos.errorRate = 1;
  return chaos;
}

function parseRate(name: string, text: string): number {
  const [, digits, percent] = /^(\d+(?:\.\d+)?|\.\d+)(%?)$/.exec(text) ?? [];
  const rate = Number(digits) / (percent ? 100 : 1);
  if (!(rate <= 1)) throw new Error(`"${name}" must be a share of the requests, 0..1 or 0%..100%`);
  return rate;
}

function parseCodes(text: string): number[] {
  const codes = text.split('|').map((code) => (/^[45]\d\d$/.test(code) ? Number(code) : Number.NaN));
  if (codes.some(Number.isNaN)) throw new Error('"code" must be statuses of errors, for example 429|500');
  return codes;
}

function parseLatency(text: string): Latency {
  const points = parseLatencyPoints(text);
  const isIncreasing = points.every(([share, ms], index) => {
    const [previousShare, previousMs] = points[index - 1] ?? [-1, 0];
    return share > previousShare && ms >= previousMs && ms <= MAX_LATENCY_MS;
  });
  if (!isIncreasing) {
    throw new Error(
      `"latency" must be milliseconds (200), a range (100..400) or increasing percentiles (p50:80/p99:2000), up to ${MAX_LATENCY_MS}`,
    );
  }
  return points;
}

function parseLatencyPoints(text: string): Latency {
  const [, fixed] = /^(\d{1,5})(?:ms)?$/.exec(text) ?? [];
  if (fixed !== undefined) return [[0, Number(fixed)]];
  const [, from, to] = /^(\d{1,5})(?:ms)?\.\.(\d{1,5})(?:ms)?$/.exec(text) ?? [];
  if (from !== undefined) {
    return [
      [0, Number(from)],
      [1, Number(to)],
    ];
  }
  return text.split('/').map((point) => {
    const [, percentile, ms] = /^p(\d{1,2}(?:\.\d{1,3})?|100):(\d{1,5})(?:ms)?$/.exec(point) ?? [];
    return [Number(percentile) / 100, Number(ms)];
  });
}

/** Faults for all operations, or for one. */
interface ChaosRule {
  /** The `operationId`; undefined for all operations. */
  operation: string | undefined;
  chaos: Chaos;
}

/**
 * Parses a rule: `error=20%` for all operations, `listRules:error=50%` for one.
 *
 * @throws {SettingError} when its syntax is wrong
 */
export function parseChaosRule(rule: string): ChaosRule {
  const [, operation, faults = ''] = /^(?:([A-Za-z_][\w.-]*):)?(.*)$/s.exec(rule) ?? [];
  try {
    return { operation, chaos: parseChaos(faults) };
  } catch (error) {
    throw unusableRule(rule, `${(error as Error).message}; write ${CHAOS_SYNTAX}`);
  }
}

/**
 * Reads the faults of operations. Faults for one operation override faults for all operations.
 *
 * @throws {SettingError} when the syntax of a rule is wrong, or when it contains an unknown operation or an impossible status
 */
export function readChaosRules(
  rules: readonly string[],
  operations: readonly Operation[],
): ReadonlyMap<Operation, Chaos> {
  const general = new Map<Operation, Chaos>();
  const specific = new Map<Operation, Chaos>();
  for (const rule of rules) {
    const { operation: id, chaos } = parseChaosRule(rule);
    const affected = id === undefined ? operations : operations.filter(({ iid }) => iid === id);
    if (affected.length === 0) {
      throw unusableRule(rule, `there is no operation "${id}"; ${suggestOperation(operations, String(id))}`);
    }
    const possible = [...new Set(affected.flatMap(listErrorStatuses))].sort();
    const unknown = chaos.codes?.find((code) => !possible.includes(code));
    if (unknown !== undefined) {
      throw unusableRule(rule, `${unknown} is not a possible error, only ${possible.join(', ')}`);
    }
    for (const operation of affected) (id === undefined ? general : specific).set(operation, chaos);
  }
  return new Map([...general, ...specific]);
}

function unusableRule(rule: string, reason: string): SettingError {
  return new SettingError(`The chaos "${rule}" cannot be used: ${reason.replace(/[^.?]$/, '$&.')}`);
}

/** Lists the statuses of the errors that an operation can return, in ascending order. Errors of proxies are always possible. */
export function listErrorStatuses({ responses }: Operation): number[] {
  return listStatuses([...responses, ...GATEWAY_RESPONSES]);
}

function listStatuses(responses: Operation['responses']): number[] {
  const statuses = responses.flatMap(({ code }) => (/^[45]\d\d$/.test(code) ? Number(code) : []));
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/** Lists the statuses of the declared errors that clients retry: too many requests, and failures of the service. */
function listRetryableStatuses({ responses }: Operation): number[] {
  return listStatuses(responses).filter((status) => status === 429 || status >= 500);
}

/** Determines the outcomes of requests. */
export interface Outcomes {
  /** Returns the outcome of the next request to an operation. */
  next(operation: Operation, chaos: Chaos, seed: string | undefined): Outcome;
}

/**
 * Creates the function that determines outcomes. With a seed, the nth request to an operation has the same outcome after each
 * start of the mock; without one, outcomes are random.
 */
export function createOutcomes(): Outcomes {
  const counts = new WeakMap<Operation, number>();
  return {
    next(operation, chaos, seed) {
      const count = counts.get(operation) ?? 0;
      counts.set(operation, count + 1);
      const draw = (purpose: string) =>
        seed === undefined
          ? Math.random()
          : seededNumber(JSON.stringify([seed, operation.iid, operation.path, count, purpose]));
      const declared = listErrorStatuses(operation);
      const statuses = chaos.codes?.filter((code) => declared.includes(code)) ?? listRetryableStatuses(operation);
      const isError = draw('error') < chaos.errorRate;
      return {
        latencyMs: chaos.latency ? Math.round(findQuantile(chaos.latency, draw('latency'))) : 0,
        isDropped: draw('drop') < chaos.dropRate,
        errorStatus: isError ? statuses[Math.floor(draw('code') * statuses.length)] : undefined,
      };
    },
  };
}

/** Returns the duration at a share of responses: it increases from 0 to the first point and is constant after the last one. */
function findQuantile(latency: Latency, at: number): number {
  let [previousShare, previousMs] = [0, 0];
  for (const [share, ms] of latency) {
    if (at <= share) {
      if (share === previousShare) return ms;
      return previousMs + ((at - previousShare) / (share - previousShare)) * (ms - previousMs);
    }
    [previousShare, previousMs] = [share, ms];
  }
  return previousMs;
}
