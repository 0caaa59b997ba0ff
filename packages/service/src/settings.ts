/** Configuration by environment: read once, checked, and named in the table of the README. */

import { addressPolicy } from './evaluations/address-policy.ts';

/** How the service runs. */
export interface Settings {
  host: string;
  port: number;
  /** `postgres://…`; undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** Folder of the embedded database. */
  dataFolder: string;
  poolSize: number;
  statementTimeoutMs: number;
  /** How long a client may take to send a request. */
  requestTimeoutMs: number;
  /** Requests of one API key in each minute; 0 for no limit. */
  rateLimit: number;
  logLevel: string;
  /** Whether a database without keys is filled with a demo. */
  seedsDemo: boolean;
  /** Whether this process also carries out jobs. */
  runsWorker: boolean;
  /** Origins that browsers may call from; empty for none. */
  corsOrigins: readonly string[];
  /** Hosts and networks that evaluations may call, as `addressPolicy` reads them; empty for none. */
  outgoingHosts: readonly string[];
  /** Longest time that requests and jobs get to finish when the service stops. */
  shutdownTimeoutMs: number;
}

/** A setting has an impossible value. The message is one line. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** One line of the table of settings. */
export interface SettingDescription {
  name: string;
  default: string;
  description: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Definition extends SettingDescription {
  parse(value: string): unknown;
}

/** The settings by their names in {@link Settings}. */
const DEFINITIONS: { [Name in keyof Settings]: Definition } = {
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` for all.',
    parse: text,
  },
  port: { name: 'PORT', default: '4030', description: 'TCP port, 0 takes a free one.', parse: integer(0, 65_535) },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    description: '`postgres://…` of a PostgreSQL server, 15 or newer. Without it the embedded database is used.',
    parse: databaseUrl,
  },
  dataFolder: {
    name: 'DATA_DIR',
    default: './aispm-data',
    description: 'Folder of the embedded database.',
    parse: text,
  },
  poolSize: {
    name: 'DATABASE_POOL_SIZE',
    default: '10',
    description: 'Most connections to PostgreSQL, 1 to 500.',
    parse: integer(1, 500),
  },
  statementTimeoutMs: {
    name: 'STATEMENT_TIMEOUT_MS',
    default: '30000',
    description: 'PostgreSQL ends a statement that takes longer, 100 to 600000.',
    parse: integer(100, 600_000),
  },
  requestTimeoutMs: {
    name: 'REQUEST_TIMEOUT_MS',
    default: '30000',
    description: 'A client that takes longer to send a request is answered with 408, 100 to 600000.',
    parse: integer(100, 600_000),
  },
  rateLimit: {
    name: 'RATE_LIMIT',
    default: '60000',
    description: 'Requests of one API key in each minute, per process; 0 for no limit.',
    parse: integer(0, 1_000_000_000),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  seedsDemo: {
    name: 'DEMO',
    default: 'true',
    description: 'Whether a database without API keys is filled with an example and a key for it; `false` for none.',
    parse: (value) => oneOf('true', 'false')(value) === 'true',
  },
  runsWorker: {
    name: 'RUN_WORKER',
    default: 'true',
    description: 'Whether `serve` carries out jobs as well; `false` where workers run beside it.',
    parse: (value) => oneOf('true', 'false')(value) === 'true',
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    default: '',
    description: 'Origins that browsers may call from, separated by commas. Empty: none.',
    parse: origins,
  },
  outgoingHosts: {
    name: 'OUTGOING_HOSTS',
    default: '',
    description:
      'What evaluations may call, separated by commas: `host`, `host:port`, `host:*`, `*.suffix`, and networks such as `10.0.0.0/8` where those hosts may be. Empty: nothing.',
    parse: outgoingHosts,
  },
  shutdownTimeoutMs: {
    name: 'SHUTDOWN_TIMEOUT_MS',
    default: '20000',
    description: 'Longest time that requests and jobs get to finish at the end, 0 to 600000.',
    parse: integer(0, 600_000),
  },
};

/** All settings, for people. */
export const SETTINGS: readonly SettingDescription[] = Object.values(DEFINITIONS);

/**
 * Reads the settings.
 *
 * @throws {SettingError} when one has an impossible value
 */
export function readSettings(environment: Environment): Settings {
  const entries = Object.entries(DEFINITIONS).map(([key, definition]) => {
    const value = environment[definition.name]?.trim() || definition.default;
    try {
      return [key, definition.parse(value)];
    } catch (error) {
      throw new SettingError(`${definition.name} ${(error as Error).message}.`);
    }
  });
  return Object.fromEntries(entries) as Settings;
}

function text(value: string): string {
  return value;
}

function integer(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new SettingError(`must be a whole number from ${least} to ${most}, not "${value}"`);
  };
}

function oneOf(...values: string[]): (value: string) => string {
  return (value) => {
    if (values.includes(value)) return value;
    throw new SettingError(`must be one of ${values.join(', ')}, not "${value}"`);
  };
}

function databaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  // The value is not repeated: it may hold a password.
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('must be an address that starts with postgres://');
  }
  return value;
}

function outgoingHosts(value: string): string[] {
  const list = listOf(value);
  try {
    addressPolicy(list);
  } catch (error) {
    throw new SettingError(`cannot be used: ${(error as Error).message.replace(/\.$/, '')}`);
  }
  return list;
}

function listOf(value: string): string[] {
  return value.split(',').flatMap((one) => one.trim() || []);
}

function origins(value: string): string[] {
  const list = listOf(value);
  const wrong = list.find((one) => !URL.canParse(one) || new URL(one).origin !== one);
  if (wrong !== undefined) throw new SettingError(`must be origins such as https://app.example.com, not "${wrong}"`);
  return list;
}
