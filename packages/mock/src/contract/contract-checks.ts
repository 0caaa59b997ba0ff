/** Checks of a contract for mistakes that Prism ignores, or reports without a location. */
import {
  type Document,
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
import { ContractError } from '../core/errors.ts';

/** Rejects other versions of OpenAPI, whose schemas have another meaning. */
export function checkVersion(document: JsonObject): void {
  if (document.swagger !== undefined) {
    const version = JSON.stringify(document.swagger);
    throw new ContractError(`it is Swagger ${version}, and not OpenAPI 3.0 or 3.1; convert it to OpenAPI first`);
  }
  const version = document.openapi;
  if (typeof version !== 'string' || !version.startsWith('3.1')) {
    throw new ContractError(`it must be OpenAPI 3.0 or 3.1, but its member "openapi" is ${JSON.stringify(version)}`);
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

/** Rejects undeclared security schemes, with which Prism checks no token at all. */
export function checkSecurity(document: JsonObject): void {
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  const check = (requirements: unknown, location: string) => {
    for (const requirement of Array.isArray(requirements) ? requirements : []) {
      for (const scheme of Object.keys(isJsonObject(requirement) ? requirement : {})) {
        if (scheme in schemes) continue;
        throw new ContractError(
          `${location} requires the security scheme "${scheme}", which components.securitySchemes does not declare`,
        );
      }
    }
  };
  check(document.security, 'the document');
  for (const { definition, method, path } of listOperations(document as unknown as Document)) {
    check(definition.security, `${method.toUpperCase()} ${path}`);
  }
}

/** Rejects schemas that do not compile, with which Prism validates nothing. */
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
      ajv.compile({ $ref: `contract${pointer}` });
    } catch (error) {
      throw new ContractError(`the schema ${pointer} does not compile: ${(error as Error).message}`);
    }
  }
}

/** Returns whether a schema is only a reference to one of `components`, which is compiled there. */
function isComponentReference(schema: Schema): boolean {
  return isReference(schema) && Object.keys(schema).length === 1 && /^#\/components\/schemas\/[^/]+$/.test(schema.$ref);
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
