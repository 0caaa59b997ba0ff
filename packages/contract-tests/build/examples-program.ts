/** Turns the examples of a contract into TypeScript. */

/** The parts of an OpenAPI document that are read here; any of them may be a reference. */
export interface Contract {
  paths: Record<string, Record<string, OperationObject>>;
}

interface OperationObject {
  operationId: string;
  requestBody?: BodyObject;
  responses: Record<string, BodyObject>;
}

interface BodyObject {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, { $ref?: string; value: unknown }> }>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * The program: an object with every named example, those of answers under `operation status media-type name` and those of
 * request bodies under `operation request media-type name`. Each satisfies the type that it is an example of, twice: as
 * `@aispm/types` has it, and as the function of the client takes or gives it.
 */
export function examplesProgram(contract: Contract): string {
  const operations = Object.values(contract.paths).flatMap((item) =>
    METHODS.flatMap((method) => (item[method] ? [item[method]] : [])),
  );
  const lines = operations.flatMap((operation) => linesOf(contract, operation));
  const ids = operations.map(({ operationId }) => operationId);
  return `import type { ${ids.join(', ')} } from '@aispm/client';
import type { operations } from '@aispm/types';

type Data<Reply, Status> = Reply extends { status: infer Its; data: infer Body }
  ? Status extends Its ? NonNullable<Body> : never
  : never;
type Answer<Call extends { result(...args: never[]): unknown }, Status> = Data<Awaited<ReturnType<Call['result']>>, Status>;
type Given<Call extends (...args: never[]) => unknown> = NonNullable<Parameters<Call>[1]> extends { body?: infer Body }
  ? NonNullable<Body>
  : never;

export const examples = {
${lines.join('\n')}
};
`;
}

function linesOf(contract: Contract, { operationId: id, requestBody, responses }: OperationObject): string[] {
  const line = (part: string, type: string, name: string, value: unknown, satisfied: string[]) =>
    `  ${JSON.stringify(`${id} ${part} ${type} ${name}`)}: ${[JSON.stringify(value), ...satisfied].join(' satisfies ')},`;
  const requests = namedExamples(contract, requestBody).map(({ type, name, value }) =>
    line('request', type, name, value, [
      `NonNullable<operations['${id}']['requestBody']>['content']['${type}']`,
      `Given<typeof ${id}>`,
    ]),
  );
  const answers = Object.entries(responses).flatMap(([status, response]) =>
    namedExamples(contract, response).map(({ type, name, value }) =>
      line(status, type, name, value, [
        `operations['${id}']['responses'][${status}]['content']['${type}']`,
        `Answer<typeof ${id}, ${status}>`,
      ]),
    ),
  );
  return [...requests, ...answers];
}

function namedExamples(contract: Contract, body: BodyObject | undefined) {
  const { content = {} } = resolve(contract, body ?? {});
  return Object.entries(content).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, example]) => ({ type, name, value: resolve(contract, example).value })),
  );
}

function resolve<Node extends { $ref?: string }>(contract: Contract, node: Node): Node {
  if (node.$ref === undefined) return node;
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (parent, key) => (parent as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      contract,
    );
  return resolve(contract, target as Node);
}
