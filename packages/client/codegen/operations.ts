import {
  type ClientBuilder,
  type ClientGeneratorsBuilder,
  type ContextSpec,
  collectPropertiesThroughAllOf,
  type GeneratorVerbOptions,
  generateVerbImports,
  type OpenApiSchemaObject,
  pascal,
  type ResReqTypesValue,
} from 'orval';
import { isJson } from '../src/runtime/media-type.ts';
import type { BodyKind, PagingStyle } from '../src/runtime/metadata.ts';
import { documentation } from './documentation.ts';
import { type WireParameters, wireExtension } from './request-parameters.ts';

/**
 * The orval client of this package: for each operation its metadata, its types and one function value that the runtime
 * makes from the metadata.
 *
 * @param source folder of the hand-written code, as seen from the generated file.
 */
export function operationsClient(source: string): ClientGeneratorsBuilder {
  const imports = [
    { dependency: `${source}/runtime/content.js`, exports: [{ name: 'requestContent', values: true }] },
    { dependency: `${source}/runtime/operation.js`, exports: [{ name: 'operation', values: true }] },
    { dependency: `${source}/runtime/url.js`, exports: [{ name: 'requestQuery', values: true }] },
    { dependency: `${source}/runtime/metadata.js`, exports: [{ name: 'OperationMetadata' }] },
    { dependency: `${source}/runtime/reply.js`, exports: [{ name: 'Reply' }] },
    { dependency: `${source}/table.js`, exports: [{ name: 'Table' }] },
    { dependency: `${source}/client.js`, exports: [{ name: 'CallOptions' }, { name: 'Client' }] },
    { dependency: `${source}/errors.js`, exports: [{ name: 'ApiError' }] },
  ];
  return {
    client: generateOperation,
    header: ({ verbOptions }) => undeclaredStatuses(Object.values(verbOptions)),
    dependencies: () => imports,
  };
}

const generateOperation: ClientBuilder = (verb, { context, pathRoute }) => {
  const { operationName: name, queryParams } = verb;
  const responses = declaredResponses(verb);
  const wire = verb.originalOperation[wireExtension] as WireParameters;
  const page = responses.find((it) => it.status === 200)?.schema;
  const paging = pagingStyle(
    page,
    (wire.query ?? []).flatMap((it) => (typeof it === 'string' ? it : it[0])),
    context,
  );
  const columns = page && isTable(collectPropertiesThroughAllOf(page, context)) ? columnsOf(verb) : [];
  const metadata = {
    id: verb.operationId,
    method: verb.verb.toUpperCase(),
    path: pathRoute,
    ...wire,
    responses: Object.fromEntries(responses.map(({ status, kind }) => [status, kind])),
    ...(paging && { paging }),
  };

  const query = wire.query ? ['requestQuery'] : [];
  const parts = wire.headers || wire.body ? [query[0] ?? 'undefined', 'requestContent'] : query;

  const type = pascal(name);
  const params = queryParams
    ? `params${queryParams.isOptional ? '?' : ''}: ${queryParams.schema.name}`
    : 'params?: Record<string, never>';
  const args = `client: Client, ${params}, options?: CallOptions`;
  const successes = responses.filter((it) => isSuccess(it.status));
  const errors = responses.filter((it) => !isSuccess(it.status));
  const undeclared = otherThan(statusesOf(responses));
  const plain = [...new Set(successes.map((it) => it.type))].join(' | ');
  const data = columns.length > 0 ? `Table<${plain}, ${type}Column>` : plain;

  const implementation = `export const ${name}: ${type}Operation = /* @__PURE__ */ operation(${[JSON.stringify(metadata), ...parts].join(', ')});

/** The function {@link ${name}}. */
export interface ${type}Operation {
  (${args}): Promise<${data}>;
  /** Like the call itself, but resolves to every answer, told apart by \`status\`. */
  result(${args}): Promise<${type}Result>;
  /** Whether \`error\` is an error answer to this operation; its \`body\` then has the declared type. */
  isError(error: unknown): error is ${type}Error;
  /** What the contract says about this operation. */
  readonly metadata: OperationMetadata${paging ? ` & { readonly paging: '${paging}' }` : ''};
}

${columns.length > 0 ? columnType(name, type, columns) : ''}/** Every answer to {@link ${name}}, told apart by \`status\`. */
export type ${type}Result = ${union([...replies('Reply', successes, ''), ...replies('Reply', errors, ' | undefined'), `Reply<${undeclared}, unknown>`])};

/** Every error answer to {@link ${name}}, told apart by \`status\`. */
export type ${type}Error = ${union([...replies('ApiError', errors, ' | undefined'), `ApiError<${undeclared}, unknown>`])};
`;
  // orval keeps an import whose name is anywhere in the text, also in a comment.
  const imports = generateVerbImports(verb).filter((it) => new RegExp(`\\b${it.name}\\b`).test(implementation));
  const docComment = documentation(verb, context, {
    errors: statusesOf(errors),
    answers: plain !== 'undefined',
    paged: paging !== undefined,
  });
  return { implementation, imports, docComment };
};

function columnType(name: string, type: string, columns: string[]): string {
  return `/** Names of the columns that {@link ${name}} is known to have. */
export type ${type}Column = ${columns.map((it) => JSON.stringify(it)).join(' | ')};

`;
}

interface DeclaredResponse {
  status: number;
  kind: BodyKind;
  /** TypeScript type of the body. */
  type: string;
  schema: OpenApiSchemaObject | undefined;
}

function declaredResponses({ operationId, response }: GeneratorVerbOptions): DeclaredResponse[] {
  const { success, errors } = response.types;
  return Object.entries(Object.groupBy([...success, ...errors], (it) => it.key)).map(([key, media = []]) => {
    if (!/^\d{3}$/.test(key)) {
      throw new Error(`${operationId}: response ${key} has no exact status, which the client needs`);
    }
    const unreadable = media.find((it) => it.value !== 'void' && !isJson(it.contentType) && !isText(it.contentType));
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
    const types = { json: media.map((it) => it.value).join(' | '), text: 'string', empty: 'undefined' };
    return { status: Number(key), kind, type: types[kind], schema: media[0]?.originalSchema };
  });
}

/** Whether a media type that is not JSON is text; anything else would come out spoilt. */
function isText(mediaType: string): boolean {
  return /^text\/|[/+](x-)?(ndjson|jsonl|xml|yaml)$/.test(mediaType);
}

function bodyKind({ contentType, value }: ResReqTypesValue): BodyKind {
  // orval gives a response without content the type void, and the media type JSON all the same.
  if (value === 'void') return 'empty';
  return isJson(contentType) ? 'json' : 'text';
}

function statusesOf(responses: DeclaredResponse[]): number[] {
  return responses.map((it) => it.status);
}

/** Name of the type of all statuses other than these. */
function otherThan(statuses: number[]): string {
  return `OtherThan${statuses.join('_')}`;
}

/**
 * The types of undeclared statuses, one for each set of declared ones: every other status that the fetch standard lets an
 * answer have. Written out, since `Exclude` over 400 members is what a program that uses the types would spend most on.
 */
function undeclaredStatuses(verbs: GeneratorVerbOptions[]): string {
  const sets = new Map(verbs.map((verb) => statusesOf(declaredResponses(verb))).map((it) => [otherThan(it), it]));
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

/** One member for each type of body, with all the statuses that have it. */
function replies(generic: string, responses: DeclaredResponse[], suffix: string): string[] {
  const byType = Object.groupBy(responses, (it) => it.type);
  return Object.entries(byType).map(
    ([type, group = []]) =>
      `${generic}<${statusesOf(group).join(' | ')}, ${type}${type === 'undefined' ? '' : suffix}>`,
  );
}

function union(members: string[]): string {
  return members.map((member) => `\n  | ${member}`).join('');
}

/** How a list is paged, read off the shape of its success body; `undefined` when nothing asks for a further page. */
function pagingStyle(
  schema: OpenApiSchemaObject | undefined,
  query: string[],
  context: ContextSpec,
): PagingStyle | undefined {
  const properties = schema ? collectPropertiesThroughAllOf(schema, context) : {};
  if (query.includes('cursor') && 'cursor' in properties) {
    if ('items' in properties) return 'cursor';
    return isTable(properties) ? 'tabular' : undefined;
  }
  return query.includes('page') && 'items' in properties && 'total_pages' in properties ? 'numbered' : undefined;
}

/** Whether these are the properties of a table: `header` names the columns of `rows`. */
function isTable(properties: object): boolean {
  return 'header' in properties && 'rows' in properties;
}

/**
 * The names of the columns of a table. A schema cannot tell them; the examples of the answer show them.
 */
function columnsOf({ originalOperation }: GeneratorVerbOptions): string[] {
  const { content = {} } = (originalOperation.responses?.['200'] ?? {}) as { content?: Record<string, Media> };
  const examples = Object.values(content).flatMap((media) => Object.values(media.examples ?? {}));
  return [...new Set(examples.flatMap(({ value }) => value?.header ?? []))];
}

interface Media {
  examples?: Record<string, { value?: { header?: string[] } }>;
}
