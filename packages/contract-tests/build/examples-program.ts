/** Converts the examples of a contract to TypeScript. */
import {
  type Document,
  listExamples,
  listOperations,
  listProtocolResponses,
  type Operation,
  parsePointer,
  protocolResponsesOf,
} from '@aispm/openapi';

/** The content of a request body or response by media type. */
type Content = NonNullable<Operation['requestBody']>['content'];

/** Replaces the operation in the keys of examples of protocol responses. */
export const PROTOCOL = 'protocol';

/**
 * Returns a program: an object with every named example, those of responses under `operation status media-type name`, those
 * of request bodies under `operation request media-type name`, those of protocol responses under `protocol status media-type
 * name`. Each must satisfy two types: the type in `@aispm/types`, and the type of the client's function.
 */
export function createExamplesProgram(document: Document): string {
  const operations = listOperations(document);
  const lines = [
    ...operations.flatMap((operation) => listExampleLines(document, operation)),
    ...listProtocolLines(document, operations),
  ];
  const ids = operations.map(({ operationId }) => operationId);
  return `import type { ${ids.join(', ')} } from '@aispm/client';
import type { components, operations } from '@aispm/types';

type Data<Result, Status> = Result extends { status: infer Statuses; data: infer Body }
  ? Status extends Statuses ? NonNullable<Body> : never
  : never;
type ResponseBody<Call extends { result(...args: never[]): unknown }, Status> = Data<Awaited<ReturnType<Call['result']>>, Status>;
type RequestBody<Call extends (...args: never[]) => unknown> = NonNullable<Parameters<Call>[1]> extends { body?: infer Body }
  ? NonNullable<Body>
  : never;

export const examples = {
${lines.join('\n')}
};
`;
}

function listExampleLines(document: Document, { operationId, requestBody, responses }: Operation): string[] {
  const toLines = (part: string, content: Content, getTypes: GetTypes) =>
    listContentLines(document, `${operationId} ${part}`, content, getTypes);
  return [
    ...toLines('request', requestBody?.content ?? {}, (mediaType) => [
      `NonNullable<operations['${operationId}']['requestBody']>['content']['${mediaType}']`,
      `RequestBody<typeof ${operationId}>`,
    ]),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      toLines(status, content, (mediaType) => [
        `operations['${operationId}']['responses'][${status}]['content']['${mediaType}']`,
        `ResponseBody<typeof ${operationId}, ${status}>`,
      ]),
    ),
  ];
}

/** Checks that the client can return each protocol response from every operation that can get it. */
function listProtocolLines(document: Document, operations: readonly Operation[]): string[] {
  const responses = listProtocolResponses(document);
  return responses.flatMap((protocol) => {
    const { status, response, pointer } = protocol;
    const possible = operations.filter((operation) => protocolResponsesOf([protocol], operation).length > 0);
    const name = parsePointer(pointer).at(-1);
    return listContentLines(document, `${PROTOCOL} ${status}`, response.content ?? {}, (mediaType) => [
      `components['responses']['${name}']['content']['${mediaType}']`,
      ...possible.map(({ operationId }) => `ResponseBody<typeof ${operationId}, ${status}>`),
    ]);
  });
}

/** Returns the types of an example of a media type. */
type GetTypes = (mediaType: string) => string[];

function listContentLines(document: Document, key: string, content: Content, getTypes: GetTypes): string[] {
  return listNamedExamples(document, content).map(({ mediaType, name, value }) => {
    const text = [JSON.stringify(value), ...getTypes(mediaType)].join(' satisfies ');
    return `  ${JSON.stringify(`${key} ${mediaType} ${name}`)}: ${text},`;
  });
}

function listNamedExamples(document: Document, content: Content) {
  return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
    listExamples(document, { examples }).map(({ name, value }) => ({ mediaType, name, value })),
  );
}
