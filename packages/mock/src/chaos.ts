/**
 * Faults on purpose, for whoever tests what a client does about them: errors that the contract declares, slow answers
 * and dropped connections.
 */
import type { Operation } from './contract.js';
import { SettingError } from './errors.js';
import { share } from './seed.js';

/** The faults that a request may meet with. */
export interface Chaos {
  /** Share of the requests whose connection is dropped, 0..1. */
  dropRate: number;
  /** Share of the other requests that are answered with an error, 0..1. */
  errorRate: number;
  /** Statuses of the errors, each as likely as the others; those that are worth another try when undefined. */
  codes: readonly number[] | undefined;
  /** How long answers take. */
  latency: Latency | undefined;
}

/**
 * A distribution of times: shares of the answers, 0..1 and rising, with the milliseconds that they take at most. In
 * between it is linear.
 */
type Latency = readonly (readonly [share: number, ms: number])[];

/** What becomes of one request. */
export interface Fate {
  latencyMs: number;
  isDropped: boolean;
  /** The status of the error to answer with; undefined for the answer that there would be anyway. */
  error: number | undefined;
}

/** Longest time that an answer can be made to take, in milliseconds: shorter than the usual time-outs of proxies and browsers. */
export const MAX_LATENCY_MS = 30_000;

/** How faults are written down: by flag, option, header and query parameter alike. */
export const CHAOS_SYNTAX =
  'error=<rate>, code=<status|status>, latency=<ms, ms..ms or p50:ms/p99:ms>, drop=<rate>, or off';

const NONE: Chaos = { dropRate: 0, errorRate: 0, codes: undefined, latency: undefined };

/**
 * Reads faults, for example `error=20%, code=429|500, latency=p50:80/p99:2000, drop=0.05`, separated by commas or
 * spaces; `off` for none.
 *
 * @throws {Error} when they are written in another way; the message says what is wrong in half a sentence
 */
export function parseChaos(text: string): Chaos {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.length === 0) throw new Error('it names no fault');
  if (words.length === 1 && words[0] === 'off') return NONE;
  const chaos = { ...NONE };
  for (const word of words) {
    const [, name, value = ''] = /^([^=]*)=?(.*)$/s.exec(word) ?? [];
    if (name === 'error') chaos.errorRate = parseRate(name, value);
    else if (name === 'drop') chaos.dropRate = parseRate(name, value);
    else if (name === 'code') chaos.codes = parseCodes(value);
    else if (name === 'latency') chaos.latency = parseLatency(value);
    else throw new Error(`"${name}" is no fault`);
  }
  // Whoever names an error wants to see it.
  if (chaos.codes && !words.some((word) => word.startsWith('error='))) chaos.errorRate = 1;
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
  const [, fixed] = /^(\d{1,5})(?:ms)?$/.exec(text) ?? [];
  const [, from, to] = /^(\d{1,5})(?:ms)?\.\.(\d{1,5})(?:ms)?$/.exec(text) ?? [];
  const points: (readonly [number, number])[] =
    fixed !== undefined
      ? [[0, Number(fixed)]]
      : from !== undefined
        ? [
            [0, Number(from)],
            [1, Number(to)],
          ]
        : text.split('/').map((point) => {
            const [, percentile, ms] = /^p(\d{1,2}(?:\.\d{1,3})?|100):(\d{1,5})(?:ms)?$/.exec(point) ?? [];
            return [Number(percentile) / 100, Number(ms)];
          });
  const rises = points.every(([share, ms], index) => {
    const [share0, ms0] = points[index - 1] ?? [-1, 0];
    return share > share0 && ms >= ms0 && ms <= MAX_LATENCY_MS;
  });
  if (!rises) {
    throw new Error(
      `"latency" must be milliseconds (200), a range (100..400) or rising percentiles (p50:80/p99:2000), at most ${MAX_LATENCY_MS}`,
    );
  }
  return points;
}

/** The errors among the declared answers that are worth another try: too many requests, and faults of the service. */
function retryableCodes({ responses }: Operation): number[] {
  return responses.map(({ code }) => code).flatMap((code) => (/^(429|5\d\d)$/.test(code) ? Number(code) : []));
}

/**
 * Reads which operations meet with which faults: `error=20%` for all, `listRules:error=50%` for one, where it stands in
 * place of what holds for all.
 *
 * @throws {SettingError} when a rule is written in another way, or names an operation, or a status, that there is not
 */
export function readChaosRules(
  rules: readonly string[],
  operations: readonly Operation[],
): ReadonlyMap<Operation, Chaos> {
  const general = new Map<Operation, Chaos>();
  const special = new Map<Operation, Chaos>();
  for (const rule of rules) {
    const refuse = (reason: string) => new SettingError(`The chaos "${rule}" cannot be used: ${reason}.`);
    const [, id, faults = ''] = /^(?:([A-Za-z_][\w.-]*):)?(.*)$/s.exec(rule) ?? [];
    const concerned = id === undefined ? operations : operations.filter(({ iid }) => iid === id);
    if (concerned.length === 0) {
      throw refuse(`there is no operation "${id}"; there are ${operations.map(({ iid }) => iid).join(', ')}`);
    }
    let chaos: Chaos;
    try {
      chaos = parseChaos(faults);
    } catch (error) {
      throw refuse(`${(error as Error).message}; write ${CHAOS_SYNTAX}`);
    }
    const declared = [...new Set(concerned.flatMap(errorCodes))].sort();
    const unknown = chaos.codes?.find((code) => !declared.includes(code));
    if (unknown !== undefined) throw refuse(`${unknown} is not declared, only ${declared.join(', ')}`);
    for (const operation of concerned) (id === undefined ? general : special).set(operation, chaos);
  }
  return new Map([...general, ...special]);
}

/** The errors among the declared answers, by status. */
export function errorCodes({ responses }: Operation): number[] {
  return responses.flatMap(({ code }) => (/^[45]\d\d$/.test(code) ? Number(code) : []));
}

/** Decides what becomes of requests. */
export interface Fates {
  /** What becomes of the next request to an operation. */
  next(operation: Operation, chaos: Chaos, seed: string | undefined): Fate;
}

/**
 * Makes what decides. With a seed, the first, second … request to an operation has the same fate each time that the mock
 * is started; without one, chance decides.
 */
export function createFates(): Fates {
  const counts = new WeakMap<Operation, number>();
  return {
    next(operation, chaos, seed) {
      const count = counts.get(operation) ?? 0;
      counts.set(operation, count + 1);
      const draw = (what: string) =>
        seed === undefined ? Math.random() : share(JSON.stringify([seed, operation.iid, operation.path, count, what]));
      const declared = errorCodes(operation);
      const codes = chaos.codes?.filter((code) => declared.includes(code)) ?? retryableCodes(operation);
      const isError = draw('error') < chaos.errorRate;
      return {
        latencyMs: chaos.latency ? Math.round(quantile(chaos.latency, draw('latency'))) : 0,
        isDropped: draw('drop') < chaos.dropRate,
        error: isError ? codes[Math.floor(draw('code') * codes.length)] : undefined,
      };
    },
  };
}

/** The time that a share of the answers takes at most; before the first point it rises from 0, after the last it stays. */
function quantile(latency: Latency, at: number): number {
  let [share0, ms0] = [0, 0];
  for (const [share1, ms1] of latency) {
    if (at <= share1) return share1 === share0 ? ms1 : ms0 + ((at - share0) / (share1 - share0)) * (ms1 - ms0);
    [share0, ms0] = [share1, ms1];
  }
  return ms0;
}
