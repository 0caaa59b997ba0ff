/**
 * @import { Operation } from './contract.js'
 * @import { Node } from './node.js'
 */
import { getJsonSchema, getProperties, getSuccesses, isReadOnly, isWriteOnly } from './contract.js';

/**
 * The request and response schemas of an operation that creates or updates a record.
 *
 * @typedef {object} WriteSchemas
 * @property {Node} requestSchema Schema of the request body, as the operation declares it.
 * @property {Map<string, Node>} requestProperties Those of all alternatives, when the body is one of several schemas; of a name that several declare, the first.
 * @property {(readonly [name: string, property: Node])[]} requestPropertyDeclarations The same, with all declarations of a name.
 * @property {Map<string, Node>} responseProperties
 */

/**
 * Returns the schemas of a write operation; undefined if the request or response isn't a JSON object with properties.
 *
 * @param {Operation} operation
 * @returns {WriteSchemas | undefined}
 */
export function getWriteSchemas(operation) {
  const requestSchema = getJsonSchema(operation.node.child('requestBody')?.target());
  const alternatives = requestSchema?.descendant('oneOf')?.children() ?? [requestSchema];
  const requestPropertyDeclarations = alternatives.flatMap((alternative) => [...getProperties(alternative)]);
  const requestProperties = new Map(requestPropertyDeclarations.toReversed());
  const responseProperties = getProperties(getJsonSchema(getSuccesses(operation)[0]?.node));
  return requestSchema && requestProperties.size > 0 && responseProperties.size > 0
    ? { requestSchema, requestProperties, requestPropertyDeclarations, responseProperties }
    : undefined;
}

/**
 * Compares a property of a request to the same property of the record. Returns the problem; undefined if they match.
 *
 * @param {Node} property
 * @param {Node | undefined} recordProperty
 * @returns {string | undefined}
 */
export function findMismatch(property, recordProperty) {
  if (isWriteOnly(property)) return undefined;
  if (!recordProperty) return 'is not a property of the record';
  if (isReadOnly(recordProperty)) return 'is read-only in the record';
  return isSelection(property, recordProperty) ||
    serializeConstraints(property) === serializeConstraints(recordProperty)
    ? undefined
    : 'has another schema than in the record';
}

/**
 * Returns whether a property accepts some of the values that the record's property enumerates.
 *
 * @param {Node} property
 * @param {Node} recordProperty
 */
function isSelection(property, recordProperty) {
  const values = listValues(property);
  const recordValues = listValues(recordProperty);
  return values.length > 0 && values.every((value) => recordValues.includes(value));
}

/**
 * Lists the values of `const` or `enum`, also of those that a schema accepts in addition to null; none if it has neither.
 *
 * @param {Node} schema
 * @returns {unknown[]}
 */
function listValues(schema) {
  const target = schema.target();
  const alternatives = target.child('anyOf')?.children() ?? [];
  const constant = target.child('const');
  const values = constant ? [constant.value] : (target.child('enum')?.children() ?? []).map(({ value }) => value);
  return [...values, ...alternatives.flatMap(listValues)];
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated'];

/**
 * Serializes a schema so that schemas of the same values are equal, apart from annotations and from null.
 *
 * @param {Node} schema
 */
function serializeConstraints(schema) {
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
