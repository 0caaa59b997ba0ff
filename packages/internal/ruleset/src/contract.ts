import {
  type Document,
  type HttpMethod,
  isJsonMediaType,
  isMarked,
  type Keys,
  listOperations,
  listProtocolResponses,
  listRootSchemas,
  PROTOCOL_RESPONSES,
  parsePointer,
  type Schema,
  schemaTypes,
  subschemas,
} from '@aispm/openapi';
import { Node } from './node.ts';

/** A response of an operation. */
export interface Response {
  /** The declared status, such as `200` or `default`. */
  status: string;
  /** The response, reference resolved. */
  node: Node;
}

/** A response that can occur on any request. */
export interface ProtocolResponse extends Response {
  /** The entry of the map, which may be a reference. */
  entry: Node;
  /** Name of the request header without which the response cannot occur. */
  requestHeader: string | undefined;
}

/** An operation with its parameters and responses. */
export interface Operation {
  /** Empty when the operation declares none. */
  operationId: string;
  method: HttpMethod;
  /** The path template, a key of `paths`. */
  path: string;
  /** The operation itself. */
  node: Node;
  /** Parameters of the operation and of its path item, references resolved. */
  parameters: Node[];
  responses: Response[];
}

/** A schema at its location; a reference to a schema is a schema of its own. */
export interface LocatedSchema {
  node: Node;
  /** Whether the schema is that of a named property. */
  isProperty: boolean;
}

/** The segments of a path that select a scope: a workspace of a tenant, or a user of an application. */
export const SCOPE_PATTERN = /\/(?:tenants|workspaces)\/\{[^}]*\}|\/users\/\{[^}]*\}\/\{[^}]*\}/g;

/** The bundle of the contract, indexed once for all rules. Its schemas are flat: `allOf` was merged. */
export class Contract {
  readonly root: Node;
  readonly paths: Node[];
  readonly operations: Operation[];
  readonly protocolResponses: ProtocolResponse[];
  readonly schemas: LocatedSchema[];
  /** Parameters at their definitions, without references. */
  readonly parameters: Node[] = [];
  /** Response headers at their definitions, without references. */
  readonly headers: Node[] = [];
  /** Media type objects of request and response bodies. */
  readonly mediaTypes: Node[] = [];

  /** @param document the bundle: an OpenAPI document in which all references lead into the document itself */
  constructor(document: object) {
    const nodeAt = (pointer: string) => new Node(document, parsePointer(pointer));
    this.root = new Node(document, []);
    this.paths = this.root.child('paths')?.children() ?? [];
    this.operations = listOperations(document as Document).map(({ operationId, method, path, pointer, pointers }) => ({
      operationId,
      method,
      path,
      node: nodeAt(pointer),
      parameters: pointers.parameters.map(nodeAt),
      responses: Object.entries(pointers.responses).map(([status, target]) => ({ status, node: nodeAt(target) })),
    }));
    this.protocolResponses = listProtocolResponses(document as Document).map(({ status, pointer, requestHeader }) => ({
      status,
      node: nodeAt(pointer),
      entry: new Node(document, [PROTOCOL_RESPONSES, status]),
      requestHeader,
    }));
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

  /** Returns the components of a type, such as `schemas`. */
  components(type: string): Node[] {
    return this.root.child('components')?.child(type)?.children() ?? [];
  }

  /** Returns the responses of all operations and the protocol responses, a shared response once for each status. */
  uniqueResponses(): Response[] {
    const unique = new Map<string, Response>();
    const declared = this.operations.flatMap((operation) => operation.responses);
    for (const response of [...declared, ...this.protocolResponses]) {
      unique.set(`${response.status} ${response.node.path.join('/')}`, response);
    }
    return [...unique.values()];
  }

  #addParameters(owner: Node | undefined): void {
    addDefinitions(owner?.child('parameters')?.children(), this.parameters);
  }

  /** Adds the headers and media types of a request body or response. */
  #addBody(body: Node | undefined): void {
    addDefinitions(body?.child('headers')?.children(), this.headers);
    this.mediaTypes.push(...(body?.child('content')?.children() ?? []));
  }
}

function addDefinitions(nodes: Node[] | undefined, definitions: Node[]): void {
  definitions.push(...(nodes ?? []).filter((node) => !node.child('$ref')));
}

/** Lists a schema and all schemas inside it. */
function locateSchemas(document: object, schema: Schema, keys: Keys, isProperty = false): LocatedSchema[] {
  const inner = subschemas(schema).flatMap((child) =>
    locateSchemas(document, child.schema, [...keys, ...child.keys], child.keys[0] === 'properties'),
  );
  return [{ node: new Node(document, keys), isProperty }, ...inner];
}

/** Returns the types that a schema declares; none when it declares none. */
export function getTypes(schema: Node): string[] {
  return schemaTypes(schema.value as Schema);
}

/** Returns the properties of a schema by name, its reference resolved. */
export function getProperties(schema: Node | undefined): Map<string, Node> {
  const properties = schema?.descendant('properties')?.children() ?? [];
  return new Map(properties.map((property) => [property.key, property]));
}

/** Returns whether a property is `readOnly`, beside its reference or in the target. */
export function isReadOnly(property: Node): boolean {
  return isMarked(property.document, property.value as Schema, 'readOnly');
}

/** Returns whether a property is `writeOnly`, beside its reference or in the target. */
export function isWriteOnly(property: Node): boolean {
  return isMarked(property.document, property.value as Schema, 'writeOnly');
}

/** Returns whether an operation creates a record (`create`) or a batch of records (`ingest`) before it responds. */
export function createsRecords({ method, operationId }: Operation): boolean {
  return method === 'post' && /^(create|ingest)/.test(operationId);
}

/** Returns the successful responses (2xx) of an operation. */
export function getSuccesses(operation: Operation): Response[] {
  return operation.responses.filter(({ status }) => status.startsWith('2'));
}

/** Returns the JSON schema of a request body or response, which may be a reference; undefined when it has none. */
export function getJsonSchema(body: Node | undefined): Node | undefined {
  const mediaTypes = body?.child('content')?.children() ?? [];
  return mediaTypes.find(({ key }) => isJsonMediaType(key))?.child('schema');
}

/** Returns the header of a response, reference resolved; header names are case-insensitive. */
export function getHeader(response: Node, name: string): Node | undefined {
  const headers = response.child('headers')?.children() ?? [];
  return headers.find(({ key }) => key.toLowerCase() === name.toLowerCase())?.target();
}

/** Returns whether a response declares a header; header names are case-insensitive. */
export function declaresHeader(response: Node, name: string): boolean {
  return getHeader(response, name) !== undefined;
}

/** Returns the schema of the list that an operation returns; undefined when it returns no list. */
export function getListSchema(operation: Operation): Node | undefined {
  const schema = getJsonSchema(operation.responses.find(({ status }) => status === '200')?.node);
  const properties = getProperties(schema);
  const isList = [properties.get('items'), properties.get('rows')].some(
    (rows) => rows?.descendant('type')?.value === 'array',
  );
  return isList ? schema : undefined;
}
