/**
 * @import { Document, Keys, Schema } from '../../../../lib/openapi/src/document/document.ts'
 * @import { HttpMethod } from '../../../../lib/openapi/src/document/methods.js'
 */
import { isJsonMediaType, listOperations } from '../../../../lib/openapi/src/document/operations.js';
import { parsePointer } from '../../../../lib/openapi/src/document/pointer.js';
import { listProtocolResponses, PROTOCOL_RESPONSES } from '../../../../lib/openapi/src/document/protocol-responses.js';
import { isMarked, listRootSchemas, schemaTypes, subschemas } from '../../../../lib/openapi/src/schemas/schemas.js';
import { Node } from './node.js';

/**
 * A response of an operation.
 *
 * @typedef {object} Response
 * @property {string} status the declared status, such as `200` or `default`
 * @property {Node} node the response, reference resolved
 */

/**
 * A response that can occur on any request.
 *
 * @typedef {object} ProtocolResponse
 * @property {string} status the declared status
 * @property {Node} node the response, reference resolved
 * @property {Node} entry the entry of the map, which may be a reference
 * @property {string | undefined} requestHeader name of the request header without which the response can't occur
 */

/**
 * An operation with its parameters and responses.
 *
 * @typedef {object} Operation
 * @property {string} operationId empty when the operation declares none
 * @property {HttpMethod} method
 * @property {string} path the path template, a key of `paths`
 * @property {Node} node the operation itself
 * @property {Node[]} parameters those of the operation and of its path item, references resolved
 * @property {Response[]} responses
 */

/**
 * A schema at its location; a reference to a schema counts as a separate schema.
 *
 * @typedef {object} LocatedSchema
 * @property {Node} node
 * @property {boolean} isProperty whether it's the schema of a named property
 */

/** The segments of a path that select a scope: a workspace of a tenant, or a user of an application. */
export const SCOPE_PATTERN = /\/(?:tenants|workspaces)\/\{[^}]*\}|\/users\/\{[^}]*\}\/\{[^}]*\}/g;

/** The bundle of the contract, indexed once for all rules. Its schemas are flat: `allOf` was merged. */
export class Contract {
  /**
   * Parameters at their definitions, without references.
   *
   * @readonly @type {Node[]}
   */
  parameters = [];

  /**
   * Response headers at their definitions, without references.
   *
   * @readonly @type {Node[]}
   */
  headers = [];

  /**
   * Media type objects of request and response bodies.
   *
   * @readonly @type {Node[]}
   */
  mediaTypes = [];

  /** @param {object} document the bundle: an OpenAPI document in which all references are internal */
  constructor(document) {
    /** @type {(pointer: string) => Node} */
    const nodeAt = (pointer) => new Node(document, parsePointer(pointer));
    /** @readonly */
    this.root = new Node(document, []);
    /** @readonly */
    this.paths = this.root.child('paths')?.children() ?? [];
    /** @readonly @type {Operation[]} */
    this.operations = listOperations(/** @type {Document} */ (document)).map((operation) => ({
      operationId: operation.operationId,
      method: operation.method,
      path: operation.path,
      node: nodeAt(operation.pointer),
      parameters: operation.pointers.parameters.map(nodeAt),
      responses: Object.entries(operation.pointers.responses).map(([status, target]) => ({
        status,
        node: nodeAt(target),
      })),
    }));
    /** @readonly @type {ProtocolResponse[]} */
    this.protocolResponses = listProtocolResponses(/** @type {Document} */ (document)).map((response) => ({
      status: response.status,
      node: nodeAt(response.pointer),
      entry: new Node(document, [PROTOCOL_RESPONSES, response.status]),
      requestHeader: response.requestHeader,
    }));
    /** @readonly */
    this.schemas = listRootSchemas(document).flatMap(({ schema, keys }) => locateSchemas(document, schema, keys));
    for (const pathItem of this.paths) this.#addParameters(pathItem);
    for (const { node } of this.operations) {
      this.#addParameters(node);
      this.#addBody(node.child('requestBody'));
      for (const response of node.child('responses')?.children() ?? []) this.#addBody(response);
    }
    this.#addParameters(this.root.child('components'));
    addDefinitions(this.components('headers'), this.headers);
    for (const type of ['requestBodies', 'responses']) for (const body of this.components(type)) this.#addBody(body);
  }

  /**
   * Returns the components of a type, such as `schemas`.
   *
   * @param {string} type
   */
  components(type) {
    return this.root.child('components')?.child(type)?.children() ?? [];
  }

  /** Returns the responses of all operations and the protocol responses, a shared response once for each status. */
  uniqueResponses() {
    /** @type {Map<string, Response>} */
    const unique = new Map();
    const declared = this.operations.flatMap((operation) => operation.responses);
    for (const response of [...declared, ...this.protocolResponses]) {
      unique.set(`${response.status} ${response.node.path.join('/')}`, response);
    }
    return [...unique.values()];
  }

  /** @param {Node | undefined} owner */
  #addParameters(owner) {
    addDefinitions(owner?.child('parameters')?.children(), this.parameters);
  }

  /**
   * Adds the headers and media types of a request body or response.
   *
   * @param {Node | undefined} body
   */
  #addBody(body) {
    addDefinitions(body?.child('headers')?.children(), this.headers);
    this.mediaTypes.push(...(body?.child('content')?.children() ?? []));
  }
}

/**
 * @param {Node[] | undefined} nodes
 * @param {Node[]} definitions
 */
function addDefinitions(nodes, definitions) {
  definitions.push(...(nodes ?? []).filter((node) => !node.child('$ref')));
}

/**
 * Lists a schema and all schemas inside it.
 *
 * @param {object} document
 * @param {Schema} schema
 * @param {Keys} keys
 * @returns {LocatedSchema[]}
 */
function locateSchemas(document, schema, keys, isProperty = false) {
  const inner = subschemas(schema).flatMap((child) =>
    locateSchemas(document, child.schema, [...keys, ...child.keys], child.keys[0] === 'properties'),
  );
  return [{ node: new Node(document, keys), isProperty }, ...inner];
}

/**
 * Returns the types that a schema declares; none when it declares none.
 *
 * @param {Node} schema
 * @returns {string[]}
 */
export function getTypes(schema) {
  return schemaTypes(/** @type {Schema} */ (schema.value));
}

/**
 * Returns the properties of a schema by name, its reference resolved.
 *
 * @param {Node | undefined} schema
 * @returns {Map<string, Node>}
 */
export function getProperties(schema) {
  const properties = schema?.descendant('properties')?.children() ?? [];
  return new Map(properties.map((property) => [property.key, property]));
}

/**
 * Returns whether a property is `readOnly`, next to its reference or in the target.
 *
 * @param {Node} property
 */
export function isReadOnly(property) {
  return isMarked(property.document, /** @type {Schema} */ (property.value), 'readOnly');
}

/**
 * Returns whether a property is `writeOnly`, next to its reference or in the target.
 *
 * @param {Node} property
 */
export function isWriteOnly(property) {
  return isMarked(property.document, /** @type {Schema} */ (property.value), 'writeOnly');
}

/**
 * Returns whether an operation creates a record (`create`) or a batch of records (`ingest`) before it responds.
 *
 * @param {Operation} operation
 */
export function createsRecords({ method, operationId }) {
  return method === 'post' && /^(create|ingest)/.test(operationId);
}

/**
 * Returns the successful responses (2xx) of an operation.
 *
 * @param {Operation} operation
 * @returns {Response[]}
 */
export function getSuccesses(operation) {
  return operation.responses.filter(({ status }) => status.startsWith('2'));
}

/**
 * Returns the JSON schema of a request body or response, which may be a reference; undefined when it has none.
 *
 * @param {Node | undefined} body
 * @returns {Node | undefined}
 */
export function getJsonSchema(body) {
  const mediaTypes = body?.child('content')?.children() ?? [];
  return mediaTypes.find(({ key }) => isJsonMediaType(key))?.child('schema');
}

/**
 * Returns the header of a response, reference resolved; header names are case-insensitive.
 *
 * @param {Node} response
 * @param {string} name
 * @returns {Node | undefined}
 */
export function getHeader(response, name) {
  const headers = response.child('headers')?.children() ?? [];
  return headers.find(({ key }) => key.toLowerCase() === name.toLowerCase())?.target();
}

/**
 * Returns whether a response declares a header; header names are case-insensitive.
 *
 * @param {Node} response
 * @param {string} name
 */
export function declaresHeader(response, name) {
  return getHeader(response, name) !== undefined;
}

/**
 * Returns the schema of the list that an operation returns; undefined if it doesn't return a list.
 *
 * @param {Operation} operation
 * @returns {Node | undefined}
 */
export function getListSchema(operation) {
  const schema = getJsonSchema(operation.responses.find(({ status }) => status === '200')?.node);
  const properties = getProperties(schema);
  const isList = [properties.get('items'), properties.get('rows')].some(
    (rows) => rows?.descendant('type')?.value === 'array',
  );
  return isList ? schema : undefined;
}
