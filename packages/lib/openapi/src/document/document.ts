/** Types of OpenAPI 3.1 documents, and of what this package reads in them. */
import type {
  HeaderObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { HttpMethod } from './methods.js';

export type {
  ExampleObject as Example,
  OperationObject as OperationDefinition,
  PathItemObject as PathItem,
  ReferenceObject as Reference,
} from 'openapi3-ts/oas31';

/** A JSON object. */
export type JsonObject = { [key: string]: unknown };

/** An OpenAPI document. */
export type Document = OpenAPIObject;

/** A JSON Schema of dialect 2020-12. Any schema may have a `$ref`, also next to other keywords. */
export interface Schema
  extends Omit<
    SchemaObject,
    | 'allOf'
    | 'oneOf'
    | 'anyOf'
    | 'not'
    | 'items'
    | 'properties'
    | 'additionalProperties'
    | 'propertyNames'
    | 'prefixItems'
  > {
  $defs?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  contains?: Schema;
  dependentSchemas?: Record<string, Schema>;
  else?: Schema;
  if?: Schema;
  items?: Schema;
  not?: Schema;
  oneOf?: Schema[];
  patternProperties?: Record<string, Schema>;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  then?: Schema;
  unevaluatedItems?: Schema | boolean;
  unevaluatedProperties?: Schema | boolean;
}

/** The content of a request or response body in one media type. */
export interface MediaType extends Omit<MediaTypeObject, 'schema'> {
  schema?: Schema;
}

/** A parameter. */
export interface Parameter extends Omit<ParameterObject, 'schema' | 'content'> {
  schema?: Schema;
  content?: Record<string, MediaType>;
}

/** A header of a response. */
export interface Header extends Omit<HeaderObject, 'schema' | 'content'> {
  schema?: Schema;
  content?: Record<string, MediaType>;
}

/** A request body. */
export interface RequestBody extends Omit<RequestBodyObject, 'content'> {
  content: Record<string, MediaType>;
}

/** A response. Its headers may be references: see `responseHeaders`. */
export interface Response extends Omit<ResponseObject, 'headers' | 'content'> {
  headers?: Record<string, Header | ReferenceObject>;
  content?: Record<string, MediaType>;
}

/** Keys and indexes from the root of a document to a node. */
export type Keys = readonly (string | number)[];

/** A node without its references. */
export interface Resolved<T> {
  /** The node; a copy when a reference has siblings. */
  value: T;
  /** JSON Pointer of the target; undefined for a node without a reference whose pointer the caller didn't pass. */
  pointer: string | undefined;
  /** The target as the document contains it, without the siblings of references. */
  target: T;
  /** The properties next to the references of the chain; the nearest to the node win. */
  siblings: object;
  /** Whether the node was a reference. */
  isReference: boolean;
}

/** A `$ref` and its location. */
export interface FoundReference {
  /** The value of the `$ref`. */
  reference: string;
  /** Keys of the node that has the `$ref`. */
  keys: Keys;
  /** JSON Pointer of the node that has the `$ref`. */
  pointer: string;
}

/** A schema and its location. */
export interface LocatedSchema {
  schema: Schema;
  keys: Keys;
}

/** An operation with what it uses, references resolved. Schemas, headers and examples may still be references. */
export interface Operation {
  /** Empty when the document declares none. */
  operationId: string;
  method: HttpMethod;
  /** Path template, such as `/rules/{rule_id}`. */
  path: string;
  /** JSON Pointer of the operation. */
  pointer: string;
  /** The operation as the document contains it. */
  definition: OperationObject;
  pathItem: PathItemObject;
  /** Those of the path item that the operation doesn't override by name and location, then its own. */
  parameters: Parameter[];
  requestBody: RequestBody | undefined;
  /** By status as it's declared: `200`, `4XX`, `default`. */
  responses: Record<string, Response>;
  /** JSON Pointers of the definitions: the targets of references. */
  pointers: {
    /** In the order of `parameters`. */
    parameters: string[];
    requestBody: string | undefined;
    /** By status. */
    responses: Record<string, string>;
  };
}

/** A response with the status that it's declared for. */
export interface StatusResponse {
  status: string;
  response: Response;
}

/** A protocol response, references resolved. Its schemas, headers and examples may still be references. */
export interface ProtocolResponse extends StatusResponse {
  /** JSON Pointer of the definition: the target of the reference in the map. */
  pointer: string;
  /** Name of the request header without which the response can't occur; undefined when it can occur on any request. */
  requestHeader: string | undefined;
}

/** An example with its name. */
export interface NamedExample {
  /** Empty for the one under `example`. */
  name: string;
  summary: string | undefined;
  value: unknown;
}
