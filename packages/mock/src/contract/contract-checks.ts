/** Checks that a document is a revision of the AISPM contract, and checks it for mistakes that Prism ignores. */
import {
  findReferences,
  formatFragment,
  isJsonObject,
  isReference,
  type JsonObject,
  listOperations,
  listRootSchemas,
  resolve,
  type Schema,
} from '../bundled/openapi.ts';
import type { ContractDocument } from '../core/contract-types.ts';
import { ContractError } from '../core/errors.ts';

/** The schema of all errors, and the properties that the mock fills in. */
const ERROR_SCHEMA = 'ApiErrorBody';
const ERROR_PROPERTIES = ['code', 'message', 'reason'];

/**
 * Rejects the contracts of other APIs: the mock returns the errors of this contract, and expects its credentials.
 *
 * @throws {ContractError} with the first difference
 */
export function checkRevision(document: ContractDocument): void {
  const difference = findDifference(document);
  if (difference === undefined) return;
  const remedy = 'to mock another API, use Prism, "npx @stoplight/prism-cli mock <file>"';
  throw new ContractError(`it isn't a revision of the AISPM contract (${difference}); ${remedy}`);
}

/** Describes why a document isn't a revision of the contract; undefined when it is one. */
function findDifference(document: ContractDocument): string | undefined {
  const version = document.openapi ?? document.swagger;
  if (typeof version !== 'string' || !/^3\.1(?:\.|$)/.test(version))
    return `it must be OpenAPI 3.1, not ${JSON.stringify(version)}`;
  const { schemas, securitySchemes } = isJsonObject(document.components) ? document.components : {};
  const error = isJsonObject(schemas) ? schemas[ERROR_SCHEMA] : undefined;
  const properties = isJsonObject(error) && isJsonObject(error.properties) ? error.properties : {};
  if (!ERROR_PROPERTIES.every((name) => Object.hasOwn(properties, name))) {
    return `#/components/schemas/${ERROR_SCHEMA} must declare the properties of errors, ${ERROR_PROPERTIES.join(', ')}`;
  }
  const schemes = isJsonObject(securitySchemes) ? securitySchemes : {};
  const requirements = [
    { location: '#/security', security: document.security },
    ...listOperations(document).flatMap(({ definition: { security }, method, path }) =>
      security === undefined ? [] : { location: `${method.toUpperCase()} ${path}`, security },
    ),
  ];
  const other = requirements.find(({ security }) => !requiresKey(security, schemes));
  return other && `${other.location} must require an API key in the Authorization header`;
}

/** Returns whether each alternative of a security requirement is an API key in the `Authorization` header. */
function requiresKey(security: unknown, schemes: JsonObject): boolean {
  const isKey = (name: string) => {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    return (
      isJsonObject(scheme) && scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name === 'Authorization'
    );
  };
  return (
    Array.isArray(security) &&
    security.length > 0 &&
    security.every((one) => isJsonObject(one) && Object.keys(one).length > 0 && Object.keys(one).every(isKey))
  );
}

/** A path whose segments are each fixed or a parameter. */
const PATH = /^(?:\/(?:[\w.~-]+|\{[^{}/]+\}))+$/;

/** Rejects operations that the mock can't serve. */
export function checkOperations(document: ContractDocument): void {
  const operations = listOperations(document);
  if (operations.length === 0) throw new ContractError('it has no operations');
  for (const { definition, method, path } of operations) {
    const name = `${method.toUpperCase()} ${path}`;
    if (!PATH.test(path)) throw new ContractError(`${name}: each segment of the path must be fixed, or one parameter`);
    if (typeof definition.operationId !== 'string') throw new ContractError(`${name} has no operationId`);
    if (!Object.values(definition.responses ?? {}).some(isJsonObject))
      throw new ContractError(`${name} declares no response`);
  }
}

/** Rejects references to missing nodes and to other documents. */
export function checkReferences(document: JsonObject): void {
  for (const { reference, pointer } of findReferences(document)) {
    try {
      resolve(document, { $ref: reference });
    } catch (error) {
      throw new ContractError(`${pointer}: ${withoutFullStop((error as Error).message)}`);
    }
  }
}

/** Rejects invalid schemas, for which Prism skips validation. */
export async function checkSchemas(document: JsonObject): Promise<void> {
  const { addFormats, Ajv2020 } = await import('../bundled/prism-reader.ts');
  // The compiled functions are never called: compiling each schema once, without optimization, takes half the time.
  const compileOnly = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, ...compileOnly });
  addFormats(ajv);
  ajv.addSchema(document, 'contract');
  for (const { schema, keys } of listRootSchemas(document)) {
    if (isComponentReference(schema)) continue;
    const pointer = formatFragment(keys);
    try {
      ajv.validateSchema(schema, true);
      ajv.compile({ $ref: `contract${pointer}` });
    } catch (error) {
      throw new ContractError(`the schema ${pointer} does not compile: ${(error as Error).message}`);
    }
  }
}

/** Returns whether a schema is only a reference to a schema in `components`, which is compiled there. */
function isComponentReference(schema: Schema): boolean {
  return isReference(schema) && Object.keys(schema).length === 1 && /^#\/components\/schemas\/[^/]+$/.test(schema.$ref);
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
