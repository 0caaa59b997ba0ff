/** Checks of a contract for what Prism would pass over in silence, or fail at without saying where. */
import { ContractError } from './errors.js';

/** A JSON object. */
export type Json = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Refuses other versions of OpenAPI: their schemas mean something else. */
export function checkVersion(document: Json): void {
  const version = document.openapi;
  if (typeof version !== 'string' || !version.startsWith('3.1')) {
    throw new ContractError(`it must be OpenAPI 3.1, but its field "openapi" is ${JSON.stringify(version)}`);
  }
}

/** Refuses references that lead nowhere, or out of the document. */
export function checkReferences(document: Json): void {
  visit(document, [], (node, path) => {
    const ref = node.$ref;
    if (typeof ref !== 'string') return;
    if (!ref.startsWith('#')) {
      throw new ContractError(
        `${pointer(path)} refers to another document, ${ref}; bundle it into one file first, for example with "redocly bundle"`,
      );
    }
    if (resolve(document, ref) === undefined)
      throw new ContractError(`${pointer(path)} refers to ${ref}, which is not there`);
  });
}

/** Refuses undeclared security schemes: Prism then checks no token at all. */
export function checkSecurity(document: Json): void {
  const components = isObject(document.components) ? document.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  const check = (requirements: unknown, place: string) => {
    for (const requirement of Array.isArray(requirements) ? requirements : []) {
      for (const scheme of Object.keys(isObject(requirement) ? requirement : {})) {
        if (!(scheme in schemes))
          throw new ContractError(`${place} asks for the security scheme "${scheme}", which is not declared`);
      }
    }
  };
  check(document.security, 'the document');
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    for (const method of METHODS) {
      const operation = isObject(item) ? item[method] : undefined;
      if (isObject(operation)) check(operation.security, `${method.toUpperCase()} ${path}`);
    }
  }
}

/** Refuses schemas that do not compile: Prism then validates nothing. */
export async function checkSchemas(document: Json): Promise<void> {
  const { addFormats, Ajv2020 } = await import('./contract-reader.js');
  // What is compiled is never run: compiling each schema once, without polish, takes half the time.
  const once = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, ...once });
  addFormats(ajv);
  ajv.addSchema(document, 'contract');
  visit(document, [], (node, path) => {
    const isSchema =
      path.at(-1) === 'schema' || (path.length === 3 && path[0] === 'components' && path[1] === 'schemas');
    if (!isSchema || isSharedSchema(node)) return;
    try {
      ajv.compile({ $ref: `contract${pointer(path)}` });
    } catch (error) {
      throw new ContractError(`the schema ${pointer(path)} does not compile: ${(error as Error).message}`);
    }
  });
}

/** Whether a schema is only a name for one of `components`, which is compiled where it stands. */
function isSharedSchema(schema: Json): boolean {
  return Object.keys(schema).join() === '$ref' && /^#\/components\/schemas\/[^/]+$/.test(String(schema.$ref));
}

function visit(node: unknown, path: string[], enter: (node: Json, path: string[]) => void): void {
  if (typeof node !== 'object' || node === null) return;
  // Data in examples only looks like a contract.
  if (['example', 'examples', 'default', 'const', 'enum'].includes(path.at(-1) ?? '') && path.at(-2) !== 'properties')
    return;
  if (!Array.isArray(node)) enter(node as Json, path);
  for (const [key, child] of Object.entries(node)) visit(child, [...path, key], enter);
}

function resolve(document: Json, ref: string): unknown {
  const segments = decodeURIComponent(ref).split('/').slice(1);
  let node: unknown = document;
  for (const segment of segments) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    node = typeof node === 'object' && node !== null ? (node as Json)[key] : undefined;
  }
  return node;
}

/** The JSON Pointer of a path, as a URI fragment. */
function pointer(path: string[]): string {
  const encode = (segment: string) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#${path.map((segment) => `/${encode(segment)}`).join('')}`;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
