/** Credentials of agents: the operator lists them in a file, and keeps their secrets in variables or separate files. */
import { readFileSync } from 'node:fs';
import { describeSchemaError } from '@aispm/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Workspace } from '../../../platform/database/rows.ts';
import { type Environment, SettingError } from '../../../platform/services/settings.ts';
import { isOwnHeader } from './request-headers.ts';

/** A credential that evaluations may send to agents. */
export interface AgentCredential {
  readonly name: string;
  readonly tenant: string;
  /** The workspaces that may use it; undefined for all workspaces of the tenant. */
  readonly workspaces: readonly string[] | undefined;
  /** The origins that it may be sent to, such as `https://agents.example.com`. */
  readonly origins: readonly string[];
  /** Reads the secret, which may have been rotated since the last time. @throws {SecretError} */
  readonly read: () => SentCredential;
}

/** A credential as it is sent. */
export interface SentCredential {
  /** Name of the header. */
  readonly header: string;
  /** Value of the header: the secret, after the scheme. */
  readonly value: string;
  readonly secret: string;
}

/** The secret of a credential is unusable. The message is a predicate, without the secret. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** A credential in the file. */
interface CredentialEntry {
  readonly tenant: string;
  readonly workspaces?: readonly string[];
  readonly origins: readonly string[];
  readonly header?: string;
  readonly scheme?: string;
  readonly env?: string;
  readonly file?: string;
}

/** Maximum size of the file, and of a secret, in characters. */
const MAX_FILE_LENGTH = 1_048_576;
const MAX_SECRET_LENGTH = 8_192;
/** A shorter string would occur in responses by chance, and be replaced there. */
const MIN_SECRET_LENGTH = 8;

const TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$";

const SCHEMA = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['tenant', 'origins'],
    properties: {
      tenant: { type: 'string', minLength: 1 },
      workspaces: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
      origins: { type: 'array', minItems: 1, items: { type: 'string' } },
      header: { type: 'string', pattern: TOKEN },
      scheme: { type: 'string', pattern: TOKEN },
      env: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
      file: { type: 'string', minLength: 1 },
    },
    additionalProperties: false,
  },
};

/**
 * Reads the file in the setting `AGENT_CREDENTIALS`, and checks that every secret is readable.
 *
 * @throws {SettingError} with the entry, the reason and the remedy, but without secrets
 */
export function readAgentCredentials(file: string, environment: Environment): AgentCredential[] {
  const credentials = Object.entries(parseFile(file)).map(([name, entry]) =>
    createCredential(name, entry, environment),
  );
  for (const { name, read } of credentials) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      throw new SettingError(`cannot be used: the secret of ${JSON.stringify(name)} ${error.message}`);
    }
  }
  return credentials;
}

/** Selects the credentials that a workspace may use. */
export function selectCredentials(
  credentials: readonly AgentCredential[],
  { tenantId, workspaceId }: Workspace,
): AgentCredential[] {
  return credentials.filter(
    ({ tenant, workspaces }) => tenant === tenantId && (workspaces?.includes(workspaceId) ?? true),
  );
}

function parseFile(file: string): Record<string, CredentialEntry> {
  const text = readText(
    file,
    MAX_FILE_LENGTH,
    (problem) => new SettingError(`refers to the file ${file}, which ${problem}`),
  );
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new SettingError(`refers to the file ${file}, which is not JSON`);
  }
  const validate = new Ajv2020().compile<Record<string, CredentialEntry>>(SCHEMA);
  if (validate(entries)) return entries;
  const [error] = validate.errors ?? [];
  if (error === undefined) throw new SettingError(`refers to the file ${file}, which cannot be used`);
  const { message, property } = describeSchemaError(error);
  const location = `${error.instancePath}${property === undefined ? '' : `/${property}`}`;
  // Don't repeat the value: it may be a secret that was entered instead of its name.
  throw new SettingError(`refers to the file ${file}, where ${location || 'the document'} ${message}`);
}

function createCredential(name: string, entry: CredentialEntry, environment: Environment): AgentCredential {
  const { tenant, workspaces, origins, header = 'authorization', scheme, env, file } = entry;
  const refuse = (problem: string) => new SettingError(`cannot be used: ${JSON.stringify(name)} ${problem}`);
  if ((env === undefined) === (file === undefined)) {
    throw refuse('must have either "env", a variable with the secret, or "file", a file with the secret');
  }
  if (!origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) {
    throw refuse('must have origins such as https://agents.example.com');
  }
  if (isOwnHeader(header)) throw refuse(`must not be sent in the header ${header}, which the service sets itself`);
  return {
    name,
    tenant,
    workspaces,
    origins,
    read: () => {
      const secret = file === undefined ? readVariable(env ?? '', environment) : readSecretFile(file);
      return { header, value: scheme === undefined ? secret : `${scheme} ${secret}`, secret };
    },
  };
}

function readVariable(name: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined) throw new SecretError(`is missing: set the variable ${name}`);
  return checkSecret(value);
}

function readSecretFile(file: string): string {
  return checkSecret(
    readText(file, MAX_SECRET_LENGTH, (problem) => new SecretError(`is in ${file}, which ${problem}`)),
  );
}

function readText(file: string, maxLength: number, fail: (problem: string) => Error): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw fail(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (text.length > maxLength) throw fail(`has more than ${maxLength} characters`);
  return text;
}

/** Returns a secret without a trailing line break. */
function checkSecret(text: string): string {
  const secret = text.trim();
  if (secret.length < MIN_SECRET_LENGTH || secret.length > MAX_SECRET_LENGTH) {
    throw new SecretError(`must have ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} characters`);
  }
  if (!/^[\x20-\x7e]+$/.test(secret)) throw new SecretError('must be one line of printable ASCII');
  return secret;
}
