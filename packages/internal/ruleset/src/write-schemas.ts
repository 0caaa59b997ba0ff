import { getJsonSchema, getProperties, getSuccesses, isReadOnly, isWriteOnly, type Operation } from './contract.ts';
import type { Node } from './node.ts';

/** The request and response schemas of an operation that creates or updates a record. */
export interface WriteSchemas {
  /** Schema of the request body, as the operation declares it. */
  requestSchema: Node;
  requestProperties: Map<string, Node>;
  responseProperties: Map<string, Node>;
}

/** Returns the schemas of a write operation; undefined when the request or response is no JSON object with properties. */
export function getWriteSchemas(operation: Operation): WriteSchemas | undefined {
  const requestSchema = getJsonSchema(operation.node.child('requestBody')?.target());
  const requestProperties = getProperties(requestSchema);
  const responseProperties = getProperties(getJsonSchema(getSuccesses(operation)[0]?.node));
  return requestSchema && requestProperties.size > 0 && responseProperties.size > 0
    ? { requestSchema, requestProperties, responseProperties }
    : undefined;
}

/** Compares a property of a request with that of the record. Returns the problem; undefined when they match. */
export function findMismatch(property: Node, recordProperty: Node | undefined): string | undefined {
  if (isWriteOnly(property)) return undefined;
  if (!recordProperty) return 'is not a property of the record';
  if (isReadOnly(recordProperty)) return 'is read-only in the record';
  return serializeConstraints(property) === serializeConstraints(recordProperty)
    ? undefined
    : 'has another schema than in the record';
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated'];

/** Serializes a schema so that schemas of the same values are equal, apart from annotations and from null. */
function serializeConstraints(schema: Node): string {
  const alternatives = schema
    .child('anyOf')
    ?.children()
    .filter((alternative) => alternative.child('type')?.value !== 'null');
  if (alternatives?.length === 1 && alternatives[0]) return serializeConstraints(alternatives[0]);
  const constraints = schema
    .target()
    .children()
    .filter(({ key }) => !ANNOTATIONS.includes(key) && !key.startsWith('x-'))
    .map(({ key, value }) => {
      if (!Array.isArray(value) || (key !== 'type' && key !== 'enum')) return [key, value];
      const withoutNull = value.filter((item) => item !== null && item !== 'null');
      return [key, key === 'type' && withoutNull.length === 1 ? withoutNull[0] : withoutNull];
    })
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify(constraints);
}
