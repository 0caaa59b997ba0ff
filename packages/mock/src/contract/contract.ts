/** Loads a contract, checks it and prepares it for Prism. */
import { createHash } from 'node:crypto';
import type { SchemaObject } from 'ajv';
import {
  type Document,
  isJsonObject,
  type JsonObject,
  listAccessLevels,
  listOperations,
  listProtocolResponses,
  listRootSchemas,
  MAX_BODY_BYTES,
  maxBodyBytes,
  type Parameter,
  protocolResponsesOf,
  REQUIRED_ACCESS,
  requiredAccess,
  type Schema,
  visitSchemas,
} from '../bundled/openapi.ts';
import { Ajv2020 } from '../bundled/prism.ts';
import type { Contract, Operation, PreparedContract } from '../core/contract-types.ts';
import { ContractError } from '../core/errors.ts';
import { REQUEST_ID } from '../http/serialize.ts';
import { checkReferences, checkSchemas, checkSecurity, checkVersion } from './contract-checks.ts';
import { hideDataReferences, showDataReferences } from './data-references.ts';
import { BUNDLE, expandReferences } from './expand-references.ts';
import { DIALECT, removeInvalidKeywords } from './invalid-keywords.ts';
import { correctKeywords, removeUnresolvableExtensions } from './leniency.ts';
import { readPackagedContract } from './packaged-contract.ts';
import { readDocument } from './read-document.ts';

/** Maximum number of warnings about a contract that are printed. */
const MAX_WARNINGS = 10;

/**
 * Loads a contract and checks it.
 *
 * @param source path of an OpenAPI 3.0 or 3.1 document in one file, YAML or JSON, or the parsed document; by default the packaged
 *   contract
 * @throws {ContractError} when the document is missing, cannot be parsed, has a reference that cannot be resolved, requires
 *   an undeclared security scheme, or has a schema that does not compile
 */
export async function loadContract(source?: string | object): Promise<Contract> {
  if (source === undefined) return withRequestIdCheck(await readPackagedContract());
  const warnings: string[] = [];
  const contract = await prepareContract(source, (warning) => warnings.push(warning));
  printWarnings(nameOf(source), warnings);
  return withRequestIdCheck(contract);
}

function withRequestIdCheck(contract: PreparedContract): Contract {
  return { ...contract, isRequestId: createRequestIdCheck(contract.operations) };
}

/** Says what of a contract is ignored: values that it does not permit are then not found. */
function printWarnings(name: string, warnings: readonly string[]): void {
  for (const warning of warnings.slice(0, MAX_WARNINGS)) console.warn(`aispm-mock: The contract ${name}: ${warning}.`);
  const rest = warnings.length - MAX_WARNINGS;
  if (rest > 0) console.warn(`aispm-mock: The contract ${name}: ${rest} other keywords are ignored, too.`);
}

function nameOf(source: string | object): string {
  return typeof source === 'string' ? source : 'contract';
}

/**
 * Loads and checks a contract as {@link loadContract} does, and returns the part that can be written to a file.
 *
 * @param warn receives a message for each keyword of a schema that is ignored
 */
export async function prepareContract(
  source: string | object,
  warn: (message: string) => void,
): Promise<PreparedContract> {
  try {
    const given = typeof source === 'string' ? await parseFile(source) : (structuredClone(source) as JsonObject);
    const digest = computeDigest(given);
    const upgraded = await upgrade(given);
    checkVersion(upgraded);
    const document = removeUnresolvableExtensions(upgraded);
    checkReferences(document);
    checkSecurity(document);
    // Prism validates as draft-07 without a dialect, and not at all with the dialect that OpenAPI 3.1 itself names.
    document.jsonSchemaDialect = DIALECT;
    correctKeywords(document);
    const hasHidden = hideDataReferences(document);
    await removeInvalidKeywords(document, warn);
    await checkSchemas(document);
    wrapReferences(document);
    const basePaths = readBasePaths(document);
    const operations = await readOperations(document).catch((error: Error) => {
      throw new ContractError(error.message);
    });
    if (hasHidden) showDataReferences(operations);
    if (operations.length === 0) throw new ContractError('it has no operations');
    addExtensions(operations, document as unknown as Document);
    return { operations, basePaths, accessLevels: listAccessLevels(document), digest };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(`The contract ${nameOf(source)} cannot be used: ${error.message.split(/\s+/).join(' ')}.`);
  }
}

/** Converts an OpenAPI 3.0 document to 3.1, as which all others read it. */
async function upgrade(document: JsonObject): Promise<JsonObject> {
  if (!String(document.openapi).startsWith('3.0')) return document;
  const { upgradeFromThreeToThreeOne } = await import('../bundled/prism-reader.ts');
  return upgradeFromThreeToThreeOne(document) as JsonObject;
}

/** Keywords that do not restrict responses, and may be lost. */
const ANNOTATIONS = new Set([
  '$ref',
  'description',
  'summary',
  'title',
  'deprecated',
  'example',
  'examples',
  'default',
  'readOnly',
]);

/** Moves references of schemas with other keywords to `allOf`, because Prism's reader ignores those beside them. */
function wrapReferences(document: JsonObject): void {
  const wrap = (schema: Schema) => {
    const { $ref, allOf = [], ...others } = schema as JsonObject;
    const keywords = Object.keys(schema).filter((key) => !ANNOTATIONS.has(key) && !key.startsWith('x-'));
    if (typeof $ref !== 'string' || keywords.length === 0) return;
    for (const key of Object.keys(schema)) delete (schema as JsonObject)[key];
    Object.assign(schema, { ...others, allOf: [{ $ref }, ...(allOf as unknown[])] });
  };
  for (const { schema } of listRootSchemas(document)) visitSchemas(schema, wrap);
}

/** Reads the operations, each with the protocol responses that can occur on it. */
async function readOperations(document: JsonObject): Promise<Operation[]> {
  // Loading Prism's reader takes long, and the packaged contract does not need it.
  const { transformOas3Operations } = await import('../bundled/prism-reader.ts');
  const read = (part: JsonObject): Operation[] => {
    const { document: expanded, collectBundle } = expandReferences(part);
    return transformOas3Operations(expanded).map((operation) => {
      const bundle = collectBundle(operation);
      return bundle ? { ...operation, [BUNDLE]: bundle } : operation;
    });
  };
  const operations = read(document);
  const protocol = listProtocolResponses(document as unknown as Document);
  if (protocol.length === 0) return operations;
  // Prism reads only responses of operations.
  const responses = Object.fromEntries(protocol.map(({ status, pointer }) => [status, { $ref: `#${pointer}` }]));
  const paths = { '/': { get: { responses } } };
  const [carrier] = read({ ...document, paths });
  return operations.map((operation) => {
    const statuses = protocolResponsesOf(protocol, { parameters: listHeaderParameters(operation) });
    const added = statuses.flatMap(({ status }) => carrier?.responses.filter(({ code }) => code === status) ?? []);
    return { ...operation, responses: [...operation.responses, ...added] };
  });
}

function listHeaderParameters({ request }: Operation): Parameter[] {
  return (request?.headers ?? []).map(({ name }) => ({ name, in: 'header' }));
}

/** The digest is the same for the bundle as YAML, as JSON and parsed, because all have the same keys in the same order. */
function computeDigest(document: JsonObject): string {
  return createHash('sha256')
    .update(`${JSON.stringify(document, null, 2)}\n`)
    .digest('hex');
}

async function parseFile(file: string): Promise<JsonObject> {
  const value = await readDocument(file).catch((error: Error) => {
    throw new ContractError(error.message);
  });
  if (!isJsonObject(value)) throw new ContractError('it is not an OpenAPI document');
  return value;
}

/** Adds the required access and the maximum sizes of bodies to the operations; Prism's reader leaves out what is declared elsewhere. */
function addExtensions(operations: readonly Operation[], document: Document): void {
  for (const { path, method, requestBody, definition } of listOperations(document)) {
    const operation = operations.find((read) => read.path === path && read.method === method);
    const limit = maxBodyBytes(document, { requestBody });
    if (!operation) continue;
    operation.extensions = {
      ...operation.extensions,
      [REQUIRED_ACCESS]: requiredAccess(method, (definition as JsonObject)[REQUIRED_ACCESS]),
      ...(Number.isFinite(limit) && { [MAX_BODY_BYTES]: limit }),
    };
  }
}

function readBasePaths(document: JsonObject): string[] {
  const servers = Array.isArray(document.servers) ? document.servers.filter(isJsonObject) : [];
  const paths = servers.map(({ url, variables }) => {
    const declared = isJsonObject(variables) ? variables : {};
    const address = String(url).replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const variable = declared[name];
      if (!isJsonObject(variable)) {
        throw new ContractError(`the server ${url} uses the variable "${name}", which it does not declare`);
      }
      return String(variable.default);
    });
    if (!URL.canParse(address, 'http://localhost')) throw new ContractError(`the server ${url} is not a URL`);
    return new URL(address, 'http://localhost').pathname.replace(/\/$/, '');
  });
  return paths.length > 0 ? [...new Set(paths)] : [''];
}

function createRequestIdCheck(operations: Operation[]): (value: string) => boolean {
  const schema = operations
    .flatMap(({ responses }) => responses.flatMap(({ headers = [] }) => headers))
    .find(({ name }) => name.toLowerCase() === REQUEST_ID)?.schema;
  const validate = schema && new Ajv2020({ strict: false, validateSchema: false }).compile(schema as SchemaObject);
  return (value) => (validate ? validate(value) : /^[\x21-\x7e]{1,128}$/.test(value));
}
