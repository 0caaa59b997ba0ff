/** Settings: read from the environment once, validated, and listed in the README. */
import { isIP } from 'node:net';
import { describeSchemaError, receivedValue } from '@aispm/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The configuration of the service. Domains add their own settings: see {@link SettingDefinitions}. */
export interface Settings {
  host: string;
  port: number;
  /** The port on which a worker serves probes; undefined for none. */
  workerPort: number | undefined;
  /** Address of the metrics. */
  metricsHost: string;
  /** The port on which a process serves its metrics; undefined for none. */
  metricsPort: number | undefined;
  /** The trusted proxies for `X-Forwarded-For`: their number, or their addresses and networks; false for none. */
  trustProxy: false | number | readonly string[];
  /** `postgres://…`; undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** Folder of the embedded database. */
  dataFolder: string;
  poolSize: number;
  statementTimeoutMs: number;
  /** How long a client may take to send a request. */
  requestTimeoutMs: number;
  /** Requests per API key and minute; 0 for no limit. */
  rateLimit: number;
  /** Requests with invalid API keys per address and minute; 0 for no limit. */
  invalidKeyLimit: number;
  logLevel: string;
  /** Whether a database without API keys is filled with sample data. */
  seedsDemo: boolean;
  /** Whether this process also executes jobs. */
  runsWorker: boolean;
  /** Origins whose pages may call the API; empty for none. */
  corsOrigins: readonly string[];
  /** How long requests and jobs may take to finish when the service stops. */
  shutdownTimeoutMs: number;
}

/** Settings are invalid. The message is one line, contains the names of the variables, and no secrets. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One line of the table of settings. */
export interface SettingDescription {
  /** Name of the environment variable. */
  name: string;
  /** Empty if there's none. */
  default: string;
  description: string;
}

/** A setting. */
export interface SettingDefinition extends SettingDescription {
  /** JSON Schema of the value. Strings are coerced to its type. */
  schema: { type: 'string' | 'integer' | 'boolean'; minimum?: number; maximum?: number; enum?: readonly string[] };
  /**
   * Parses values that the schema can't express.
   *
   * @param environment for values that reference other variables
   * @throws {SettingError} with a predicate such as `must be a URL`
   */
  parse?(value: string, environment: Environment): unknown;
}

/**
 * The definitions of settings, by their names in {@link Settings}. A domain adds its settings to that interface with `declare
 * module`, and exports their definitions; `composition/settings.ts` lists them.
 */
export type SettingDefinitions<Names extends keyof Settings> = { readonly [Name in Names]: SettingDefinition };

const MAX_PORT = 65_535;

/** The settings of the platform. */
export const platformSettings = {
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` for all interfaces.',
    schema: { type: 'string' },
  },
  port: {
    name: 'PORT',
    default: '4030',
    description: 'TCP port; 0 for a free one.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_PORT },
  },
  workerPort: {
    name: 'WORKER_PORT',
    default: '',
    description: 'TCP port on which `worker` serves its probes; 0 for a free one. Empty: none.',
    schema: { type: 'string' },
    parse: parseOptionalPort,
  },
  metricsHost: {
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    description: 'Address for `METRICS_PORT`. Metrics require no API key, so only let your monitoring reach it.',
    schema: { type: 'string' },
  },
  metricsPort: {
    name: 'METRICS_PORT',
    default: '',
    description: 'TCP port on which `serve` and `worker` serve `/metrics`; 0 for a free one. Empty: none.',
    schema: { type: 'string' },
    parse: parseOptionalPort,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: '',
    description:
      'Trusted proxies, whose `X-Forwarded-For` contains the client: their number, or a comma-separated list of addresses and networks such as `10.0.0.0/8`. Empty: none.',
    schema: { type: 'string' },
    parse: parseTrustProxy,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    description: '`postgres://…` URL of a PostgreSQL server, version 15 or newer. Empty: the embedded database.',
    schema: { type: 'string' },
    parse: parseDatabaseUrl,
  },
  dataFolder: {
    name: 'DATA_DIR',
    default: './aispm-data',
    description: 'Folder of the embedded database.',
    schema: { type: 'string' },
  },
  poolSize: {
    name: 'DATABASE_POOL_SIZE',
    default: '10',
    description: 'Maximum number of connections to PostgreSQL, 1 to 500.',
    schema: { type: 'integer', minimum: 1, maximum: 500 },
  },
  statementTimeoutMs: {
    name: 'STATEMENT_TIMEOUT_MS',
    default: '30000',
    description: 'Timeout for a PostgreSQL statement, 100 to 600000.',
    schema: { type: 'integer', minimum: 100, maximum: 600_000 },
  },
  requestTimeoutMs: {
    name: 'REQUEST_TIMEOUT_MS',
    default: '30000',
    description: 'Timeout for receiving a request, which then gets 408, 100 to 600000.',
    schema: { type: 'integer', minimum: 100, maximum: 600_000 },
  },
  rateLimit: {
    name: 'RATE_LIMIT',
    default: '60000',
    description: 'Requests per API key and minute, in each process; 0 for no limit.',
    schema: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
  },
  invalidKeyLimit: {
    name: 'INVALID_KEY_LIMIT',
    default: '120',
    description: 'Requests with invalid API keys per address and minute, in each process; 0 for no limit.',
    schema: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    schema: { type: 'string', enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
  },
  seedsDemo: {
    name: 'DEMO',
    default: 'true',
    description: 'Whether to fill a database without API keys with sample data and a key for it.',
    schema: { type: 'boolean' },
  },
  runsWorker: {
    name: 'RUN_WORKER',
    default: 'true',
    description: 'Whether `serve` also executes jobs; set `false` if separate workers run.',
    schema: { type: 'boolean' },
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    default: '',
    description: 'Origins whose pages may call the API, separated by commas. Empty: none.',
    schema: { type: 'string' },
    parse: parseOrigins,
  },
  shutdownTimeoutMs: {
    name: 'SHUTDOWN_TIMEOUT_MS',
    default: '20000',
    description: 'How long requests and jobs may take to finish when the service stops, 0 to 600000.',
    schema: { type: 'integer', minimum: 0, maximum: 600_000 },
  },
} satisfies Record<string, SettingDefinition>;

/**
 * Parses settings.
 *
 * @throws {SettingError} with all invalid ones
 */
export function parseSettings(definitions: SettingDefinitions<keyof Settings>, environment: Environment): Settings {
  const entries = Object.entries(definitions) as [keyof Settings, SettingDefinition][];
  const values = Object.fromEntries(
    entries.map(([key, { name, default: standard }]) => [key, environment[name]?.trim() || standard]),
  ) as Record<keyof Settings, unknown>;
  const problems = validateValues(definitions, values);
  for (const [key, { name, parse }] of entries) {
    try {
      if (parse) values[key] = parse(values[key] as string, environment);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      problems.push(`${name} ${error.message}`);
    }
  }
  if (problems.length > 0) throw new SettingError(`${problems.join('; ')}.`);
  return values as Settings;
}

/** Coerces values to the types of their schemas. @returns the violations */
function validateValues(definitions: SettingDefinitions<keyof Settings>, values: Record<string, unknown>): string[] {
  const properties = Object.fromEntries(Object.entries(definitions).map(([key, { schema }]) => [key, schema]));
  const validate = new Ajv2020({ coerceTypes: true, allErrors: true, verbose: true }).compile({
    type: 'object',
    properties,
  });
  validate(values);
  return (validate.errors ?? []).map((error) => {
    const { name } = definitions[error.instancePath.slice(1) as keyof Settings];
    return `${name} ${describeSchemaError(error).message}${receivedValue(error.data)}`;
  });
}

/** Splits a comma-separated list. */
export function parseList(value: string): string[] {
  return value.split(',').flatMap((entry) => entry.trim() || []);
}

function parseDatabaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  // Don't repeat the value, which may contain a password.
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('must be a URL that starts with postgres://');
  }
  return value;
}

function parseOptionalPort(value: string): number | undefined {
  if (value === '') return undefined;
  if (!/^\d{1,5}$/.test(value) || Number(value) > MAX_PORT) {
    throw new SettingError(`must be integer, 0 to ${MAX_PORT}, got "${value}"`);
  }
  return Number(value);
}

/** Maximum number of proxies that a request may pass through. */
const MAX_PROXIES = 100;

function parseTrustProxy(value: string): false | number | string[] {
  if (value === '') return false;
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PROXIES) return Number(value);
  const proxies = parseList(value);
  const invalid = proxies.find((proxy) => !isAddressOrNetwork(proxy));
  if (invalid === undefined && proxies.length > 0) return proxies;
  throw new SettingError(
    `must be a number of proxies, 1 to ${MAX_PROXIES}, or addresses and networks such as 10.0.0.0/8, got "${invalid ?? value}"`,
  );
}

/** Returns whether a string is an address, or a network with a non-empty prefix. An empty one would match all addresses. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

function parseOrigins(value: string): string[] {
  const origins = parseList(value);
  const invalid = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (invalid !== undefined) {
    throw new SettingError(`must be origins such as https://app.example.com, got "${invalid}"`);
  }
  return origins;
}
