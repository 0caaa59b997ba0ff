import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMock, type Mock } from '@aispm/mock';
import { TOOLS_FOLDER } from '@aispm/testing';
import { beforeAll, describe, expect, it } from 'vitest';

interface Field {
  key: string;
  value: string;
}
interface PostmanRequest {
  name: string;
  method: string;
  url: { path: string[]; query: Field[]; variable: Field[] };
  header: Field[];
  body?: { mode?: string; raw?: string };
}
interface Item {
  item?: Item[];
  request?: PostmanRequest;
}
interface Converter {
  convertV2(
    input: { type: 'string'; data: string },
    options: object,
    callback: (error: Error | null, result: { output: [{ data: Item }] }) => void,
  ): void;
}

const require = createRequire(import.meta.url);
const contract = readFileSync(require.resolve('@aispm/spec/openapi.json'), 'utf8');
const operations: { operationId: string; summary: string }[] = Object.values(
  JSON.parse(contract).paths as Record<string, object>,
).flatMap((path) => Object.values(path).filter((operation) => operation.operationId !== undefined));

/** Imports the contract as Postman does, with all optional parameters enabled. */
async function importContract(): Promise<PostmanRequest[]> {
  const converter = createRequire(`${TOOLS_FOLDER}/package.json`)('openapi-to-postmanv2') as Converter;
  const options = {
    parametersResolution: 'Example',
    requestParametersResolution: 'Example',
    enableOptionalParameters: true,
  };
  const collection = await new Promise<Item>((resolve, reject) => {
    converter.convertV2({ type: 'string', data: contract }, options, (error, result) =>
      error ? reject(error) : resolve(result.output[0].data),
    );
  });
  const listRequests = ({ item = [], request }: Item): PostmanRequest[] => [
    ...(request ? [request] : []),
    ...item.flatMap(listRequests),
  ];
  return listRequests(collection);
}

let requests: PostmanRequest[];
let mock: Mock;
beforeAll(async () => {
  requests = await importContract();
  mock = await createMock({ stateful: true });
});

/** Sends a request to a mock in its initial state. */
async function send({ method, url, header, body }: PostmanRequest): Promise<Response> {
  const origin = 'http://mock.test';
  await mock.fetch(`${origin}/__mock/reset`, { method: 'POST' });
  const path = url.path.map((segment) => {
    const variable = url.variable.find(({ key }) => `:${key}` === segment);
    return encodeURIComponent(variable ? variable.value : segment);
  });
  const address = new URL(`${origin}${mock.basePath}/${path.join('/')}`);
  for (const { key, value } of url.query) address.searchParams.append(key, value);
  return mock.fetch(address, {
    method,
    headers: [...header.map(({ key, value }): [string, string] => [key, value]), ['Authorization', 'Bearer me']],
    ...(body?.raw !== undefined && { body: body.raw }),
  });
}

describe('a Postman import with all optional parameters', () => {
  it('has a request for each operation', () => {
    expect(requests.length).toBe(operations.length);
  });

  it.each(operations)('sends a request that the mock accepts: $operationId', async ({ summary }) => {
    const request = requests.find(({ name }) => name === summary) as PostmanRequest;
    // The preconditions of a request contradict each other: one requires the record to exist, the other not to exist.
    const isConditional = request.header.some(({ key }) => key === 'If-Match');
    const header = request.header.filter(({ key }) => !(isConditional && key === 'If-None-Match'));
    const response = await send({ ...request, header });
    expect(response.status, await response.text()).toBeGreaterThanOrEqual(200);
    expect(response.status).toBeLessThan(300);
  });
});
