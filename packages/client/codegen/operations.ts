import {
  type Document,
  findPaging,
  findRowField,
  isJsonMediaType,
  listExamples,
  type MediaType,
  type Response,
  type Schema,
  schemaProperties,
} from '@aispm/openapi';
import {
  type ClientBuilder,
  type ClientGeneratorsBuilder,
  type GeneratorVerbOptions,
  generateVerbImports,
  pascal,
  type ResReqTypesValue,
} from 'orval';
import type { BodyKind, OperationMetadata, PagingStyle } from '../src/call/metadata.ts';
import { documentation } from './documentation.ts';
import { PROTOCOL_EXTENSION, WIRE_EXTENSION, type WireParameters } from './request-parameters.ts';
import { workspaceParameters } from './workspace-parameters.ts';

/**
 * Returns the orval client of this package. It writes for each operation its metadata, its types, and one function that
 * `operation` creates from the metadata.
 *
 * @param source folder of the hand-written code, relative to the generated file.
 */
export function operationsClient(source: string): ClientGeneratorsBuilder {
  const imports = [
    { dependency: `${source}/call/content.ts`, exports: [{ name: 'requestContent', values: true }] },
    { dependency: `${source}/call/operation.ts`, exports: [{ name: 'operation', values: true }] },
    { dependency: `${source}/call/text.ts`, exports: [{ name: 'exactText', values: true }] },
    { dependency: `${source}/call/url.ts`, exports: [{ name: 'requestQuery', values: true }] },
    { dependency: `${source}/call/metadata.ts`, exports: [{ name: 'OperationMetadata' }] },
    { dependency: `${source}/call/response.ts`, exports: [{ name: 'ApiResponse' }] },
    { dependency: `${source}/lists/table.ts`, exports: [{ name: 'Table' }] },
    { dependency: `${source}/call/client.ts`, exports: [{ name: 'Client' }] },
    { dependency: `${source}/call/options.ts`, exports: [{ name: 'CallOptions' }] },
    { dependency: `${source}/call/errors.ts`, exports: [{ name: 'ApiError' }] },
    {
      dependency: `${source}/call/workspace.ts`,
      exports: [{ name: 'WorkspaceClient' }, { name: 'WorkspaceOptional' }],
    },
  ];
  return {
    client: generateOperation,
    header: ({ verbOptions }) => undeclaredStatusTypes(Object.values(verbOptions)),
    dependencies: () => imports,
  };
}

const generateOperation: ClientBuilder = (verb, { context, pathRoute }) => {
  const document = context.spec as Document;
  const responses = declaredResponses(verb);
  const wire = verb.originalOperation[WIRE_EXTENSION] as WireParameters;
  const page = responses.find(({ status }) => status === 200)?.schema;
  const properties = page ? schemaProperties(document, page) : {};
  const paging = pagingStyle(properties, wire);
  const protocolStatuses = verb.originalOperation[PROTOCOL_EXTENSION] as number[];
  const declared = responses.filter(({ status }) => !protocolStatuses.includes(status));
  const metadata: OperationMetadata = {
    id: verb.operationId,
    method: verb.verb.toUpperCase(),
    path: pathRoute,
    ...wire,
    responses: Object.fromEntries(
      declared
        .filter(({ status, kind }) => isSuccess(status) || kind !== 'json')
        .map(({ status, kind }) => [status, kind]),
    ),
    ...(paging && { paging }),
  };
  const columns = isTable(properties) ? exampleColumns(document, verb) : [];
  const implementation = operationSource(verb, metadata, responses, columns);
  // orval keeps an import whose name is anywhere in the source, even in a comment.
  const imports = generateVerbImports(verb).filter(({ name }) => new RegExp(`\\b${name}\\b`).test(implementation));
  const docComment = documentation(verb, context, {
    errorStatuses: statuses(declared).filter((status) => !isSuccess(status)),
    protocolStatuses,
    hasData: responses.some(({ status, kind }) => isSuccess(status) && kind !== 'empty'),
    isPaged: paging !== undefined,
  });
  return { implementation, imports, docComment };
};

/** Returns the source of an operation: its function, and the types of the function and of its responses. */
function operationSource(
  verb: GeneratorVerbOptions,
  metadata: OperationMetadata,
  responses: DeclaredResponse[],
  columns: string[],
): string {
  const { operationName: name, queryParams } = verb;
  const { query, paging } = metadata;
  // The content also determines whether a request can be repeated and redirected, which other methods alone don't allow.
  const hasContent = metadata.headers || metadata.body || metadata.method !== 'GET';
  const encoders = hasContent ? [query ? 'requestQuery' : 'undefined', 'requestContent'] : ['requestQuery'];
  const args = [JSON.stringify(metadata), ...(query || hasContent ? encoders : [])].join(', ');

  const type = pascal(name);
  const workspace = workspaceParameters(verb);
  // One signature, because errors about overloads don't point at the wrong argument.
  const parameters = callParameters(verb);
  const successes = responses.filter(({ status }) => isSuccess(status));
  const call = `operation(${args})`;
  const mediaTypes = [...new Set(successes.flatMap((response) => response.mediaTypes))];
  const isText = successes.every(({ kind }) => kind === 'text');
  const errors = responses.filter(({ status }) => !isSuccess(status));
  const undeclared = undeclaredStatusType(statuses(responses));
  const body = [...new Set(successes.map((response) => response.type))].join(' | ');
  const data = columns.length > 0 ? `Table<${body}, ${type}Column>` : body;

  return `export const ${name}: ${type}Operation = /* @__PURE__ */ ${isText ? `exactText(/* @__PURE__ */ ${call}, ${JSON.stringify(mediaTypes)})` : call};

/** The function {@link ${name}}. */
export interface ${type}Operation {
  ${parameters}: Promise<${data}>;
  /** Sends the same request, but resolves to every response; \`status\` discriminates their types. */
  result${parameters}: Promise<${type}Result>;
  /** Returns whether \`error\` is an error response of this operation; its \`body\` then has the declared type. */
  isError(error: unknown): error is ${type}Error;
  /** The part of the contract that describes this operation. */
  readonly metadata: OperationMetadata & { readonly id: '${metadata.id}'${paging ? `; readonly paging: '${paging}'` : ''} };
}

${
  // An interface, because the compiler reads its base only where a program uses it.
  workspace && queryParams
    ? `/** {@link ${queryParams.schema.name}} of a client that has a workspace. */
export interface ${workspace.name} extends WorkspaceOptional<${queryParams.schema.name}> {}

`
    : ''
}${columns.length > 0 ? columnType(name, type, columns) : ''}/** Every response of {@link ${name}}; \`status\` discriminates their types. */
export type ${type}Result = ${union([...responseTypes('ApiResponse', successes, ''), ...responseTypes('ApiResponse', errors, ' | undefined'), `ApiResponse<${undeclared}, unknown>`])};

/** Every error response of {@link ${name}}; \`status\` discriminates their types. */
export type ${type}Error = ${union([...responseTypes('ApiError', errors, ' | undefined'), `ApiError<${undeclared}, unknown>`])};
`;
}

/** Returns the type parameters and parameters of the function of an operation, which depend on whether its client has a workspace. */
function callParameters(verb: GeneratorVerbOptions): string {
  const { queryParams } = verb;
  const options = 'options?: CallOptions';
  if (!queryParams) return `(client: Client, params?: Record<string, never>, ${options})`;
  const { name } = queryParams.schema;
  const workspace = workspaceParameters(verb);
  if (!workspace) return `(client: Client, params${queryParams.isOptional ? '?' : ''}: ${name}, ${options})`;
  const choose = (own: string, any: string) => `Sender extends WorkspaceClient ? ${own} : ${any}`;
  return `<Sender extends Client>(client: Sender, ${
    workspace.isOptional
      ? `...args: ${choose(`[params?: ${workspace.name}, ${options}]`, `[params: ${name}, ${options}]`)}`
      : `params: ${choose(workspace.name, name)}, ${options}`
  })`;
}

function columnType(name: string, type: string, columns: string[]): string {
  return `/** Names of the known columns of {@link ${name}}. */
export type ${type}Column = ${columns.map((column) => JSON.stringify(column)).join(' | ')};

`;
}

interface DeclaredResponse {
  status: number;
  kind: BodyKind;
  /** TypeScript type of the body. */
  type: string;
  /** Its media types, in lowercase and without parameters. */
  mediaTypes: string[];
  schema: Schema | undefined;
}

function declaredResponses({ operationId, response }: GeneratorVerbOptions): DeclaredResponse[] {
  const { success, errors } = response.types;
  return Object.entries(Object.groupBy([...success, ...errors], ({ key }) => key)).map(([key, media = []]) => {
    if (!/^\d{3}$/.test(key)) {
      throw new Error(`${operationId}: response ${key} has no exact status, which the client needs`);
    }
    const unreadable = media.find(
      ({ value, contentType }) => value !== 'void' && !isJsonMediaType(contentType) && !isText(contentType),
    );
    if (unreadable) {
      throw new Error(`${operationId}: response ${key} is ${unreadable.contentType}, which the client cannot read`);
    }
    const kinds = new Set(media.map(bodyKind));
    const [kind] = kinds;
    if (!kind || kinds.size > 1) {
      throw new Error(
        `${operationId}: response ${key} mixes JSON with other media types, which the client cannot read`,
      );
    }
    const types = { json: media.map(({ value }) => value).join(' | '), text: 'string', empty: 'undefined' };
    return {
      status: Number(key),
      kind,
      type: types[kind],
      mediaTypes: media.map(({ contentType }) => (contentType.split(';')[0] ?? '').trim().toLowerCase()),
      schema: media[0]?.originalSchema as Schema | undefined,
    };
  });
}

/** Returns whether a media type that is not JSON is text; the client would corrupt anything else. */
function isText(mediaType: string): boolean {
  return /^text\/|[/+](x-)?(ndjson|jsonl|xml|yaml)$/.test(mediaType);
}

function bodyKind({ contentType, value }: ResReqTypesValue): BodyKind {
  // orval gives a response without content the type void, but the media type JSON.
  if (value === 'void') return 'empty';
  return isJsonMediaType(contentType) ? 'json' : 'text';
}

function statuses(responses: DeclaredResponse[]): number[] {
  return responses.map(({ status }) => status);
}

/** Returns the name of the type of all statuses other than these. */
function undeclaredStatusType(declared: number[]): string {
  return `OtherThan${declared.join('_')}`;
}

/**
 * Returns the types of undeclared statuses, one for each set of declared ones: all other statuses that the Fetch standard allows
 * for a response. They are literal unions, because `Exclude` over 400 statuses would be the most expensive type in a program that
 * uses the client.
 */
function undeclaredStatusTypes(verbs: GeneratorVerbOptions[]): string {
  const sets = new Map(
    verbs
      .map((verb) => statuses(declaredResponses(verb)))
      .map((declared) => [undeclaredStatusType(declared), declared]),
  );
  const possible = Array.from({ length: 400 }, (_, index) => 200 + index);
  return [...sets]
    .map(([name, declared]) => {
      const others = possible.filter((status) => !declared.includes(status));
      return `/** Every status from 200 to 599 other than ${declared.join(', ')}. */
export type ${name} = ${others.join(' | ')};
`;
    })
    .join('\n');
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns one type for each type of body, with all of its statuses. */
function responseTypes(generic: string, responses: DeclaredResponse[], suffix: string): string[] {
  const byType = Object.groupBy(responses, ({ type }) => type);
  return Object.entries(byType).map(
    ([type, group = []]) => `${generic}<${statuses(group).join(' | ')}, ${type}${type === 'undefined' ? '' : suffix}>`,
  );
}

function union(types: string[]): string {
  return types.map((type) => `\n  | ${type}`).join('');
}

/** Returns how a list is paged, based on its query parameters and the properties of a page; `undefined` if it isn't. */
function pagingStyle(page: Record<string, Schema>, { query = [] }: WireParameters): PagingStyle | undefined {
  const paging = findPaging(
    query.map((parameter) => ({ name: typeof parameter === 'string' ? parameter : parameter[0] })),
  );
  const hasItems = findRowField(page) === 'items';
  if (paging?.kind === 'numbered') return hasItems && 'total_pages' in page ? 'numbered' : undefined;
  if (!paging || !('cursor' in page)) return undefined;
  if (hasItems) return 'cursor';
  return isTable(page) ? 'tabular' : undefined;
}

/** Returns whether these are the properties of a table: `header` has the names of the columns of `rows`. */
function isTable(properties: Record<string, Schema>): boolean {
  return 'header' in properties && findRowField(properties) === 'rows';
}

/** Returns the names of the columns of a table. A schema does not contain them; the examples of the response do. */
function exampleColumns(document: Document, { originalOperation }: GeneratorVerbOptions): string[] {
  const { content = {} } = (originalOperation.responses?.['200'] ?? {}) as Response;
  const examples = Object.values<MediaType>(content).flatMap((media) => listExamples(document, media));
  return [...new Set(examples.flatMap(({ value }) => (value as { header?: string[] }).header ?? []))];
}
