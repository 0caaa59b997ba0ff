/** Loads the contract and makes sure that Prism will take it seriously. */
import { createHash } from 'node:crypto';
import type { IHttpOperation } from '@stoplight/types';
import type { SchemaObject } from 'ajv';
import { checkReferences, checkSchemas, checkSecurity, checkVersion, isObject, type Json } from './contract-checks.js';
import { readDocument } from './document.js';
import { ContractError } from './errors.js';
import { readPrepared } from './prepared.js';
import { Ajv2020 } from './prism-library.js';
import { REQUEST_ID } from './response.js';

/** An operation of the contract as Prism has it: all references resolved. */
export type Operation = IHttpOperation;

/** What is read from the document of a contract: data only. */
export interface PreparedContract {
  operations: Operation[];
  /** Path prefixes under which the operations are served, from `servers`; without a slash at the end, `''` for none. */
  basePaths: string[];
  /** SHA-256 of the document as JSON, indented by two blanks, with a line break at its end; 64 hexadecimal digits. */
  digest: string;
}

/** A contract that is ready to be served. */
export interface Contract extends PreparedContract {
  /** Whether a value may be a request's id, by the contract's schema of the `X-Request-Id` response header. */
  isRequestId(value: string): boolean;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Loads a contract and checks it.
 *
 * @param source path of an OpenAPI 3.1 document in one file, YAML or JSON, or the parsed document itself; by default the
 *   contract that comes with this package
 * @throws {ContractError} when the document is missing, cannot be parsed, has a reference that leads nowhere or into
 *   another file, names a security scheme that there is not, or has a schema that does not compile
 */
export async function loadContract(source?: string | object): Promise<Contract> {
  const parts = source === undefined ? await readPrepared() : await prepareContract(source);
  return { ...parts, isRequestId: requestIdCheck(parts.operations) };
}

/** Loads a contract and checks it, as {@link loadContract} does, up to what can be written into a file. */
export async function prepareContract(source: string | object): Promise<PreparedContract> {
  const name = typeof source === 'string' ? source : 'contract';
  try {
    const document = typeof source === 'string' ? await parseFile(source) : (structuredClone(source) as Json);
    const digest = digestOf(document);
    checkVersion(document);
    checkReferences(document);
    checkSecurity(document);
    // Prism validates as draft-07 without a dialect, and not at all with the one that OpenAPI 3.1 itself names.
    document.jsonSchemaDialect = DIALECT;
    await checkSchemas(document);
    const basePaths = readBasePaths(document);
    // Loading Prism's reader takes a while, and the contract in the package does not need it.
    const { getHttpOperationsFromSpec } = await import('./contract-reader.js');
    const operations = await getHttpOperationsFromSpec(document).catch((error: Error) => {
      throw new ContractError(error.message);
    });
    if (operations.length === 0) throw new ContractError('it has no operations');
    return { operations, basePaths, digest };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(`The contract ${name} cannot be used: ${error.message.replace(/\s*\n\s*/g, ' ')}.`);
  }
}

/** The same for the bundle as YAML, as JSON and parsed: all have the same keys in the same order. */
function digestOf(document: Json): string {
  return createHash('sha256')
    .update(`${JSON.stringify(document, null, 2)}\n`)
    .digest('hex');
}

async function parseFile(file: string): Promise<Json> {
  const value = await readDocument(file).catch((error: Error) => {
    throw new ContractError(error.message);
  });
  if (!isObject(value)) throw new ContractError('it is not an OpenAPI document');
  return value;
}

function readBasePaths(document: Json): string[] {
  const servers = Array.isArray(document.servers) ? document.servers.filter(isObject) : [];
  const paths = servers.map(({ url, variables }) => {
    const defaults = isObject(variables) ? variables : {};
    const address = String(url).replace(/\{([^}]+)\}/g, (_, name: string) => {
      const variable = defaults[name];
      if (!isObject(variable))
        throw new ContractError(`the server ${url} uses the variable "${name}", which is not declared`);
      return String(variable.default);
    });
    if (!URL.canParse(address, 'http://localhost')) throw new ContractError(`the server ${url} is not a URL`);
    return new URL(address, 'http://localhost').pathname.replace(/\/+$/, '');
  });
  return paths.length > 0 ? [...new Set(paths)] : [''];
}

function requestIdCheck(operations: Operation[]): (value: string) => boolean {
  const declared = operations
    .flatMap(({ responses }) => responses.flatMap(({ headers = [] }) => headers))
    .find(({ name }) => name.toLowerCase() === REQUEST_ID)?.schema;
  const validate = declared && new Ajv2020({ strict: false, validateSchema: false }).compile(declared as SchemaObject);
  return (value) => (validate ? validate(value) : /^[\x21-\x7e]{1,128}$/.test(value));
}
