/** Keys and indexes that lead from the root of the document to a node. */
export type Path = readonly (string | number)[];

/** A node of the document, together with its place. */
export class Node {
  readonly root: object;
  readonly value: unknown;
  readonly path: Path;

  /**
   * @param root the whole document
   * @param value the node's own value
   * @param path the node's place in the document
   */
  constructor(root: object, value: unknown, path: Path) {
    this.root = root;
    this.value = value;
    this.path = path;
  }

  /** The last key or index of the path; empty at the root. */
  get key(): string {
    return String(this.path.at(-1) ?? '');
  }

  /** The child with this key or index, exactly where it stands; undefined when there is none. */
  child(key: string | number): Node | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return new Node(this.root, (value as Record<string | number, unknown>)[key], [...this.path, key]);
  }

  /** The descendant at the end of these keys, following each `$ref` on the way, the last one included. */
  follow(...keys: (string | number)[]): Node | undefined {
    let node = this.target();
    for (const key of keys) {
      const next = node?.child(key);
      node = next?.target();
    }
    return node;
  }

  /** The children of an object or list, in order; none for any other value. */
  children(): Node[] {
    const { value } = this;
    if (Array.isArray(value)) return value.map((item, index) => new Node(this.root, item, [...this.path, index]));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).map(([key, item]) => new Node(this.root, item, [...this.path, key]));
  }

  /** The text of the child with this key; undefined when it is no text or only white space. */
  text(key: string): string | undefined {
    const text = this.child(key)?.value;
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  }

  /** Where the node's `$ref` leads to in this document, step by step; the node itself when it has none. */
  target(): Node | undefined {
    const ref = this.child('$ref')?.value;
    if (typeof ref !== 'string') return this;
    if (!ref.startsWith('#/')) return undefined;
    let node: Node | undefined = new Node(this.root, this.root, []);
    for (const part of ref.slice(2).split('/')) {
      node = node?.child(decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
    }
    return node?.target();
  }
}

/** A response of an operation. */
export interface Response {
  /** The status as it is written, such as `200` or `default`. */
  status: string;
  /** The response itself, behind its `$ref`. */
  node: Node;
}

/** An operation with what it takes and answers. */
export interface Operation {
  /** `operationId`; empty when there is none. */
  id: string;
  /** HTTP method in lower case. */
  method: string;
  /** The path as it stands under `paths`. */
  route: string;
  /** The operation itself. */
  node: Node;
  /** Parameters of the operation and of its path item, behind their `$ref`. */
  parameters: Node[];
  responses: Response[];
}

/** A schema, where it stands; a schema that is a `$ref` counts as one of its own. */
export interface Schema {
  node: Node;
  /** True for the schema of a named property of an object. */
  isProperty: boolean;
}

/** The parts of a path that say for whom it is: a workspace of a tenant, or a user of an application. */
export const SCOPE = /\/(?:tenants|workspaces)\/\{[^}]*\}|\/users\/\{[^}]*\}\/\{[^}]*\}/g;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace'];
const SCHEMA_MAPS = ['patternProperties', '$defs', 'anyOf', 'oneOf', 'prefixItems'];
const SCHEMA_PARTS = ['items', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'];

/**
 * The contract's bundle, taken apart once for all rules. The schemas of the bundle are flat: `allOf` was merged, and
 * conditions (`if`, `not`) are not in use.
 */
export class Contract {
  readonly root: Node;
  readonly operations: Operation[] = [];
  readonly schemas: Schema[] = [];
  /** Parameters where they are defined, without those that are a `$ref`. */
  readonly parameters: Node[] = [];
  /** Response headers where they are defined, without those that are a `$ref`. */
  readonly headers: Node[] = [];
  /** Media type objects of request and response bodies. */
  readonly contents: Node[] = [];

  /** @param document the bundle: one OpenAPI document whose `$ref`s all lead into itself */
  constructor(document: object) {
    this.root = new Node(document, document, []);
    for (const pathItem of this.root.child('paths')?.children() ?? []) this.#pathItem(pathItem);
    const components = this.root.child('components');
    for (const schema of components?.child('schemas')?.children() ?? []) this.#schema(schema);
    for (const parameter of components?.child('parameters')?.children() ?? []) this.#field(parameter, this.parameters);
    for (const header of components?.child('headers')?.children() ?? []) this.#field(header, this.headers);
    for (const body of components?.child('requestBodies')?.children() ?? []) this.#body(body);
    for (const response of components?.child('responses')?.children() ?? []) this.#body(response);
  }

  /** The components of a kind, such as `schemas`. */
  components(kind: string): Node[] {
    return this.root.child('components')?.child(kind)?.children() ?? [];
  }

  /** The responses that any operation answers with, each once for each status. */
  responses(): Response[] {
    const seen = new Map<string, Response>();
    for (const response of this.operations.flatMap((operation) => operation.responses)) {
      seen.set(`${response.status} ${response.node.path.join('/')}`, response);
    }
    return [...seen.values()];
  }

  #pathItem(pathItem: Node): void {
    const shared = pathItem.child('parameters')?.children() ?? [];
    for (const parameter of shared) this.#field(parameter, this.parameters);
    for (const node of pathItem.children().filter(({ key }) => METHODS.includes(key))) {
      const own = node.child('parameters')?.children() ?? [];
      for (const parameter of own) this.#field(parameter, this.parameters);
      const body = node.child('requestBody');
      if (body) this.#body(body);
      const declared = node.child('responses')?.children() ?? [];
      for (const response of declared) this.#body(response);
      this.operations.push({
        id: node.text('operationId') ?? '',
        method: node.key,
        route: pathItem.key,
        node,
        parameters: [...shared, ...own].flatMap((parameter) => parameter.target() ?? []),
        responses: declared.flatMap((response) => {
          const target = response.target();
          return target ? [{ status: response.key, node: target }] : [];
        }),
      });
    }
  }

  /** A parameter or header. */
  #field(field: Node, list: Node[]): void {
    if (field.child('$ref')) return;
    list.push(field);
    const schema = field.child('schema');
    if (schema) this.#schema(schema);
  }

  /** A request body or response. */
  #body(body: Node): void {
    for (const header of body.child('headers')?.children() ?? []) this.#field(header, this.headers);
    for (const content of body.child('content')?.children() ?? []) {
      this.contents.push(content);
      const schema = content.child('schema');
      if (schema) this.#schema(schema);
    }
  }

  #schema(node: Node, isProperty = false): void {
    if (typeof node.value !== 'object' || node.value === null) return;
    this.schemas.push({ node, isProperty });
    for (const child of node.children()) {
      if (child.key === 'properties') for (const property of child.children()) this.#schema(property, true);
      else if (SCHEMA_MAPS.includes(child.key)) for (const part of child.children()) this.#schema(part);
      else if (SCHEMA_PARTS.includes(child.key)) this.#schema(child);
    }
  }
}

/** The types that a schema allows; empty when it does not say. */
export function typesOf(schema: Node): string[] {
  const type = schema.child('type')?.value;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : [];
}

/** The properties of a schema by name, behind its `$ref`. The bundle has no `allOf` that could add more. */
export function propertiesOf(schema: Node | undefined): Map<string, Node> {
  const properties = schema?.follow('properties')?.children() ?? [];
  return new Map(properties.map((property) => [property.key, property]));
}

/** Whether a keyword such as `readOnly` is true of a property, beside its `$ref` or behind it. */
export function isMarked(property: Node, keyword: 'readOnly' | 'writeOnly'): boolean {
  return property.child(keyword)?.value === true || property.target()?.child(keyword)?.value === true;
}

/** Whether an operation makes new records, one (`create`) or a batch (`ingest`), before it answers. */
export function creates({ method, id }: Operation): boolean {
  return method === 'post' && /^(create|ingest)/.test(id);
}

/** The success responses of an operation. */
export function successes(operation: Operation): Response[] {
  return operation.responses.filter(({ status }) => status.startsWith('2'));
}

/** The JSON schema that a body or response holds, where it stands; undefined when it holds no JSON. */
export function jsonSchema(body: Node | undefined): Node | undefined {
  return body?.child('content')?.child('application/json')?.child('schema');
}

/** Whether a response declares a header; the names of headers are the same in upper and lower case. */
export function declaresHeader(response: Node, name: string): boolean {
  const headers = response.child('headers')?.children() ?? [];
  return headers.some(({ key }) => key.toLowerCase() === name.toLowerCase());
}

/** The schema of the list that an operation answers with, or undefined when its answer is not a list. */
export function listSchema(operation: Operation): Node | undefined {
  const schema = jsonSchema(operation.responses.find(({ status }) => status === '200')?.node);
  const properties = propertiesOf(schema);
  const isList = [properties.get('items'), properties.get('rows')].some(
    (rows) => rows?.follow('type')?.value === 'array',
  );
  return isList ? schema : undefined;
}
