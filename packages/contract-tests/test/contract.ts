import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { [key: string]: unknown };

/** Keywords whose values are data, whatever they look like. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** A copy in which no object takes a field that its schema does not name, unless the schema says that it does. */
function closed<Node>(node: Node): Node {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(closed) as Node;
  const copy: Json = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, DATA.has(key) ? value : closed(value)]),
  );
  const isOpen =
    copy.type === 'object' &&
    copy.properties &&
    copy.additionalProperties === undefined &&
    copy.unevaluatedProperties === undefined;
  return (isOpen ? { ...copy, unevaluatedProperties: false } : copy) as Node;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(contract), 'contract');

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every answer of the contract: `operation status media-type` → where its schema is. */
const pointers = new Map(
  Object.entries(contract.paths as unknown as Record<string, Json>).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).flatMap((method) => {
      const { operationId, responses } = item[method] as { operationId: string; responses: Record<string, Json> };
      return Object.entries(responses).flatMap(([status, response]) => {
        const ref = response.$ref as string | undefined;
        const place = ref ?? `#/paths/${escapePointer(path)}/${method}/responses/${status}`;
        const { content = {} } = (ref ? at(ref) : response) as { content?: Json };
        return Object.keys(content).map((type): [string, string] => [
          `${operationId} ${status} ${type}`,
          `${place}/content/${escapePointer(type)}/schema`,
        ]);
      });
    }),
  ),
);

/**
 * What is wrong with the body of an answer, as the contract sees it with all its objects closed; empty when it is valid.
 *
 * @throws Error when the contract documents no such answer
 */
export function violations(operation: string, status: number, mediaType: string, body: unknown): string[] {
  const pointer = pointers.get(`${operation} ${status} ${mediaType}`);
  if (!pointer) throw new Error(`The contract has no ${mediaType} for ${operation} ${status}.`);
  const validate = ajv.getSchema(`contract${encodeURI(pointer)}`) as ValidateFunction;
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

function at(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((parent, key) => (parent as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract);
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
