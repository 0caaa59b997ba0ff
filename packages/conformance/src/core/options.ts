/** The options of a run, their limits and defaults. */
import { trimEnd } from '@aispm/openapi/trim';
import { OptionError } from './errors.ts';

/** Known violations of a check, which are ignored. */
export interface KnownDifference {
  /** Name of the check. */
  check: string;
  /** The operations that fail it (`operationId`). Default: any; at least one operation must fail it. */
  operations?: readonly string[] | undefined;
  /** Why it is accepted. */
  reason: string;
}

/** Options of a run. */
export interface ConformanceOptions {
  /** URL of the API including its version prefix, such as `https://aispm.example.com/api/v1`. */
  baseUrl: string;
  /** The API key, without `Bearer`. */
  token: string;
  /** The tenant to examine; the token must have access. Default: the tenant of the contract's examples. */
  tenant?: string | undefined;
  /** The workspace to examine. Default: the workspace of the contract's examples. */
  workspace?: string | undefined;
  /** An API key without access to the tenant. Without it, the isolation of tenants is checked only partially. */
  secondToken?: string | undefined;
  /** A tenant that only the second token has access to. */
  secondTenant?: string | undefined;
  /** A workspace of the second tenant. */
  secondWorkspace?: string | undefined;
  /** Also create, change and delete records. The run deletes everything that it creates. Default false. */
  write?: boolean | undefined;
  /**
   * With `write`: also create records that the API can't delete, a failed scan and an interaction, and update an issue to its current
   * status. Default false.
   */
  leaveRecords?: boolean | undefined;
  /** Also report response fields that the contract doesn't declare. Default false: a server may add fields. */
  strict?: boolean | undefined;
  /** Accept checks that can't run because the server has no data. Default false. */
  allowEmpty?: boolean | undefined;
  /** Only these operations (`operationId`). Default: all. */
  operations?: readonly string[] | undefined;
  /** Only these checks. Default: all. */
  checks?: readonly string[] | undefined;
  /** Known violations to ignore. One that no longer occurs is a failure. */
  knownDifferences?: readonly KnownDifference[] | undefined;
  /**
   * The contract: the path of an OpenAPI 3.1 document in one JSON file, or the parsed document. Default: the one that
   * comes with this package.
   */
  contract?: string | object | undefined;
  /** Maximum number of requests of the run, 1..1000000. Default 20000. */
  maxRequests?: number | undefined;
  /** Maximum duration of the run in seconds, 1..86400. Default 600. */
  maxTime?: number | undefined;
  /** Timeout of a request in seconds, 1..600. Default 10. */
  timeout?: number | undefined;
  /** Maximum number of concurrent requests, 1..64. Default 4. */
  concurrency?: number | undefined;
  /** Timeout of a run or an export of the server in seconds, 1..3600. Default 60. */
  jobTimeout?: number | undefined;
  /** Receives the progress of the run. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the run early. It still deletes what it created. */
  signal?: AbortSignal | undefined;
}

/** The progress of a run. */
export interface Progress {
  /** Finished pairs of operation and check. */
  done: number;
  total: number;
  requests: number;
  failed: number;
  /** Name of the current check. */
  check: string;
}

/** The numeric options with their range and default. */
export const LIMITS = {
  maxRequests: { min: 1, max: 1_000_000, default: 20_000 },
  maxTime: { min: 1, max: 86_400, default: 600 },
  timeout: { min: 1, max: 600, default: 10 },
  concurrency: { min: 1, max: 64, default: 4 },
  jobTimeout: { min: 1, max: 3600, default: 60 },
} as const;

/** Name of a numeric option. */
export type Limit = keyof typeof LIMITS;

/** All numeric options of a run. */
export type Limits = Record<Limit, number>;

/**
 * Validates the numeric options and adds the defaults.
 *
 * @throws {OptionError} when one is out of range
 */
export function readLimits(options: Partial<Record<Limit, number | undefined>>): Limits {
  const entries = Object.entries(LIMITS).map(([name, { min, max, default: standard }]) => {
    const value = options[name as Limit] ?? standard;
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new OptionError(`${name} must be an integer from ${min} to ${max}; got ${value}.`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/**
 * Validates the base URL, and removes trailing slashes.
 *
 * @throws {OptionError} when it is not the URL of an API
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new OptionError(
      `The base URL must be http(s) without credentials, query and fragment, such as https://aispm.example.com/api/v1; got "${baseUrl}".`,
    );
  }
  return trimEnd(url.href, /\//);
}
