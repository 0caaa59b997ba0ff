/** Types of OpenAPI 3.1 documents. */
import type {
  HeaderObject,
  MediaTypeObject,
  OpenAPIObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';

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

/** A JSON Schema of dialect 2020-12. Any schema may have a `$ref`, also beside other keywords. */
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

/** Returns whether a value is a JSON object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
