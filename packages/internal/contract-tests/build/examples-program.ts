/** Converts the examples of a contract to TypeScript. */
import { type Document, listExamples, listOperations, type Operation } from '@aispm/openapi';

/** The content of a request body or response by media type. */
type Content = NonNullable<Operation['requestBody']>['content'];

/**
 * Returns a program: an object with every named example, those of responses under `operation status media-type name`, those
 * of request bodies under `operation request media-type name`. Each must satisfy two types: that of `@aispm/types`, and that
 * of the function of the client.
 */
export function createExamplesProgram(document: Document): string {
  const operations = listOperations(document);
  const lines = operations.flatMap((operation) => listExampleLines(document, operation));
  const ids = operations.map(({ operationId }) => operationId);
  return `import type { ${ids.join(', ')} } from '@aispm/client';
import type { operations } from '@aispm/types';

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
  const toLines = (part: string, content: Content, getTypes: (mediaType: string) => string[]) =>
    listNamedExamples(document, content).map(({ mediaType, name, value }) => {
      const key = JSON.stringify(`${operationId} ${part} ${mediaType} ${name}`);
      return `  ${key}: ${[JSON.stringify(value), ...getTypes(mediaType)].join(' satisfies ')},`;
    });
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

function listNamedExamples(document: Document, content: Content) {
  return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
    listExamples(document, { examples }).map(({ name, value }) => ({ mediaType, name, value })),
  );
}
