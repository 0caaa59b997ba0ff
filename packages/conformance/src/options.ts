/** The settings of a run: what may be given, what holds otherwise. */
import { OptionError } from './errors.js';

/** Violations of one kind that are known and put up with. */
export interface KnownDifference {
  /** Name of the check. */
  check: string;
  /** The operations that fail it (`operationId`). */
  operations: readonly string[];
  /** Why it is put up with. */
  reason: string;
}

/** How a server is examined. */
export interface ConformanceOptions {
  /** Address of the API up to and with its version prefix, such as `https://aispm.example.com/api/v1`. */
  baseUrl: string;
  /** The API key, without `Bearer`. */
  token: string;
  /** Tenant and workspace to look at; the token must reach them. Default: those of the contract's examples. */
  tenant?: string | undefined;
  workspace?: string | undefined;
  /** An API key that does not reach the tenant. Without it, nothing is known about keeping tenants apart. */
  secondToken?: string | undefined;
  /** A tenant and workspace that the second token reaches, and the first does not. */
  secondTenant?: string | undefined;
  secondWorkspace?: string | undefined;
  /** Also create, change and delete records; only those that the run made itself, which are gone afterwards. */
  write?: boolean | undefined;
  /** With `write`: also what the API cannot undo: a failed scan, one interaction, an issue set to the status it has. */
  leaveRecords?: boolean | undefined;
  /** Also refuse fields that the contract does not name. Default: a server may add fields. */
  strict?: boolean | undefined;
  /** Let an operation pass that could not be tried because the server has no data for it. */
  allowEmpty?: boolean | undefined;
  /** Only these operations (`operationId`). Default: all. */
  operations?: readonly string[] | undefined;
  /** Only these checks. Default: all. */
  checks?: readonly string[] | undefined;
  /** Violations that are known and do not count. One that is none counts as a failure itself. */
  knownDifferences?: readonly KnownDifference[] | undefined;
  /** Most requests of the run, 1..1000000. Default 10000. */
  maxRequests?: number | undefined;
  /** Longest time of the run in seconds, 1..86400. Default 600. */
  maxTime?: number | undefined;
  /** How long the server may take for one answer, in seconds, 1..600. Default 10. */
  timeout?: number | undefined;
  /** Requests at the same time, 1..64. Default 4. */
  concurrency?: number | undefined;
  /** How long to wait for a run or an export to end, in seconds, 1..3600. Default 60. */
  wait?: number | undefined;
  /** Is told how far the run is. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the run early; what was created is deleted all the same. */
  signal?: AbortSignal | undefined;
}

/** How far a run is. */
export interface Progress {
  /** Operation × check, finished. */
  done: number;
  total: number;
  requests: number;
  failed: number;
  /** Name of the check under way. */
  check: string;
}

/** The numbers that may be set, with their least, greatest and default values. */
export const LIMITS = {
  maxRequests: { least: 1, most: 1_000_000, standard: 10_000 },
  maxTime: { least: 1, most: 86_400, standard: 600 },
  timeout: { least: 1, most: 600, standard: 10 },
  concurrency: { least: 1, most: 64, standard: 4 },
  wait: { least: 1, most: 3600, standard: 60 },
} as const;

/** Name of a setting that is a number. */
export type Limit = keyof typeof LIMITS;

/** The numbers of a run, checked and completed. */
export type Limits = Record<Limit, number>;

/**
 * Checks the numbers and completes them.
 *
 * @throws {OptionError} when one is out of range
 */
export function readLimits(options: Partial<Record<Limit, number | undefined>>): Limits {
  const entries = Object.entries(LIMITS).map(([name, { least, most, standard }]) => {
    const value = options[name as Limit] ?? standard;
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new OptionError(`${name} must be a whole number from ${least} to ${most}; got ${value}.`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/**
 * The base address, without a slash at the end.
 *
 * @throws {OptionError} when it is no address of an API
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new OptionError(
      `The base URL must be http(s) without credentials, query and fragment, such as https://aispm.example.com/api/v1; got "${baseUrl}".`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
