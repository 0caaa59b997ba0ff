/** Loads a contract, checks it and prepares it for Prism. */
import { createHash } from 'node:crypto';
import type { SchemaObject } from 'ajv';
import {
  type Document,
  isJsonObject,
  type JsonObject,
  jsonContent,
  listAccessLevels,
  listExamples,
  listOperations,
  listProtocolResponses,
  listRootSchemas,
  MAX_BODY_BYTES,
  maxBodyBytes,
  type Parameter,
  protocolResponsesOf,
  REQUIRED_ACCESS,
  type RequestBody,
  requiredAccess,
  type Schema,
  visitSchemas,
} from '../bundled/openapi.ts';
import { Ajv2020 } from '../bundled/prism.ts';
import type { Contract, ContractDocument, EventExample, Operation, PreparedContract } from '../core/contract-types.ts';
import { ContractError } from '../core/errors.ts';
import { REQUEST_ID } from '../http/serialize.ts';
import { checkOperations, checkReferences, checkRevision, checkSchemas } from './contract-checks.ts';
import { hideDataReferences, showDataReferences } from './data-references.ts';
import { BUNDLE, expandReferences } from './expand-references.ts';
import { readPackagedContract } from './packaged-contract.ts';
import { readDocument } from './read-document.ts';

/** The dialect of all schemas. Without one, Prism validates as draft-07, and with the dialect of OpenAPI 3.1 not at all. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Loads a contract and checks it.
 *
 * @param source path of a revision of the contract in one file, YAML or JSON, or the parsed document; by default the packaged contract
 * @throws {ContractError} when the document is missing, cannot be parsed, is the contract of another API, has a reference that cannot be
 *   resolved, or has a schema that does not compile
 */
export async function loadContract(source?: string | object): Promise<Contract> {
  if (source !== undefined) return withRequestIdCheck(await prepareContract(source));
  packaged ??= readPackagedContract().then(withRequestIdCheck);
  return packaged;
}

/** Mocks share the packaged contract, which is never modified, so that its schemas are compiled once. */
let packaged: Promise<Contract> | undefined;

function withRequestIdCheck(contract: PreparedContract): Contract {
  return { ...contract, isRequestId: createRequestIdCheck(contract.operations) };
}

/** Loads and checks a contract as {@link loadContract} does, and returns the parts that can be written to a file. */
export async function prepareContract(source: string | object): Promise<PreparedContract> {
  try {
    const text = stringify(typeof source === 'string' ? await parseFile(source) : source);
    // A copy without shared nodes, which objects and YAML may contain.
    const document: ContractDocument = JSON.parse(text);
    checkRevision(document);
    checkReferences(document);
    checkOperations(document);
    document.jsonSchemaDialect = DIALECT;
    removeIdentifiers(document);
    const hasHidden = hideDataReferences(document);
    await checkSchemas(document);
    wrapReferences(document);
    const basePaths = readBasePaths(document);
    const operations = await readOperations(document).catch((error: Error) => {
      throw new ContractError(error.message);
    });
    if (hasHidden) showDataReferences(operations);
    addExtensions(operations, document);
    const accessLevels = listAccessLevels(document);
    return { operations, basePaths, accessLevels, events: readEvents(document), digest: computeDigest(text) };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const name = typeof source === 'string' ? source : 'contract';
    throw new ContractError(`The contract ${name} cannot be used: ${error.message.split(/\s+/).join(' ')}.`);
  }
}

/** Reads an example of the payload of each kind of event. */
function readEvents(document: ContractDocument): Record<string, EventExample> {
  const webhooks = Object.entries(
    (document.webhooks ?? {}) as Record<string, { post?: { requestBody?: RequestBody } }>,
  );
  return Object.fromEntries(
    webhooks.flatMap(([kind, { post }]) => {
      const [example] = listExamples(document, jsonContent(post?.requestBody) ?? {});
      return isJsonObject(example?.value) ? [[kind, example.value as unknown as EventExample]] : [];
    }),
  );
}

/**
 * Removes the identifiers of schemas, because copies of a schema would share them, and their `example`, in which the validator
 * would search for identifiers.
 */
function removeIdentifiers(document: JsonObject): void {
  const remove = (schema: JsonObject) => {
    for (const keyword of ['$id', '$anchor', 'example']) delete schema[keyword];
  };
  for (const { schema } of listRootSchemas(document)) visitSchemas(schema, (each) => remove(each as JsonObject));
}

/** Keywords that don't restrict responses, and may be dropped. */
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

/** Moves references of schemas with other keywords to `allOf`, because Prism's reader ignores keywords next to them. */
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
async function readOperations(document: ContractDocument): Promise<Operation[]> {
  // Loading Prism's reader takes long, and the packaged contract doesn't need it.
  const { transformOas3Operations } = await import('../bundled/prism-reader.ts');
  const read = (part: JsonObject): Operation[] => {
    const { document: expanded, collectBundle } = expandReferences(part);
    return (transformOas3Operations(expanded) as Operation[]).map((operation) => {
      const bundle = collectBundle(operation);
      return bundle ? { ...operation, [BUNDLE]: bundle } : operation;
    });
  };
  const operations = read(document);
  const protocol = listProtocolResponses(document);
  if (protocol.length === 0) return operations;
  // Prism only reads responses of operations.
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

/** The YAML bundle, the JSON bundle and the parsed bundle result in the same string, because their keys have the same order. */
function stringify(document: object): string {
  try {
    return JSON.stringify(document, null, 2);
  } catch (error) {
    throw new ContractError(`it is not a JSON value: ${(error as Error).message}`);
  }
}

function computeDigest(text: string): string {
  return createHash('sha256').update(`${text}\n`).digest('hex');
}

async function parseFile(file: string): Promise<JsonObject> {
  const value = await readDocument(file).catch((error: Error) => {
    throw new ContractError(error.message);
  });
  if (!isJsonObject(value)) throw new ContractError('it is not an OpenAPI document');
  return value;
}

/** Adds the required access and the maximum sizes of bodies to the operations; Prism's reader omits what is declared elsewhere. */
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
    const resolved = String(url).replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const variable = declared[name];
      if (!isJsonObject(variable)) {
        throw new ContractError(`the server ${url} uses the variable "${name}", which it does not declare`);
      }
      return String(variable.default);
    });
    if (!URL.canParse(resolved, 'http://localhost')) throw new ContractError(`the server ${url} is not a URL`);
    return new URL(resolved, 'http://localhost').pathname.replace(/\/$/, '');
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
