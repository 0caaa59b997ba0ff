/** Code generators for the contract, and a program that uses the code of each. */

/** The steps of a generator, in order. */
export type Step = 'generates' | 'compiles' | 'works';

/** The folder and files of one generation. */
export interface Generation {
  /** An empty folder. */
  folder: string;
  /** The contract, JSON. */
  json: string;
}

/** A generator, or a mode of one. */
export interface Generator {
  name: string;
  /** Name of the package that contains it. */
  package: string;
  /** Files to write before it runs, such as its configuration, by their names. */
  files?: (generation: Generation) => Record<string, string>;
  /** The command and its arguments. It runs in the folder. */
  command: (generation: Generation) => string[];
  /**
   * A program that calls `listRules` and `createAgentEvaluation` with the generated code. It has `baseUrl`, `headers`, `tenant`,
   * `workspace` and `body`, and passes the two results to `report`. Without it, the tool generates no code.
   */
  program?: string;
  /** A known fault of the tool that makes it fail. The test also fails if a version no longer has it. */
  fault?: Fault;
}

/** A fault of a tool, which the contract doesn't work around. */
export interface Fault {
  /** The step that fails. */
  step: Step;
  /** The output of the step. */
  message: RegExp;
  /** What the tool does wrong. */
  cause: string;
  /** A minimal contract, without `openapi` and `info`, and a program with the same failure. */
  reproduction: { document: object; program: string };
}

const orval = (
  client: string,
  override: object = {},
  program: string,
): Pick<Generator, 'package' | 'files' | 'command' | 'program'> => ({
  package: 'orval',
  files: ({ json }) => {
    const output = { target: 'client.ts', client, mode: 'single', ...override };
    return { 'orval.config.mjs': `export default ${JSON.stringify({ contract: { input: json, output } })};` };
  },
  command: () => ['orval', '--config', 'orval.config.mjs'],
  program,
});

/** Options of orval's functions that send requests. */
const ORVAL_FETCH = {
  baseUrl: { runtime: 'baseUrl', imports: [{ name: 'baseUrl', importPath: './input' }] },
  headers: true,
};

export const generators: Generator[] = [
  {
    name: 'openapi-typescript with openapi-fetch',
    package: 'openapi-typescript',
    command: ({ json }) => ['openapi-typescript', json, '-o', 'client.ts', '--default-non-nullable=false'],
    program: `
import createClient from 'openapi-fetch';
import type { paths } from './client';
const client = createClient<paths>({ baseUrl, headers });
const path = { tenant_id: tenant, workspace_id: workspace };
const rules = await client.GET('/rules/tenants/{tenant_id}/workspaces/{workspace_id}', { params: { path } });
const created = await client.POST('/eval/agent-evaluations/tenants/{tenant_id}/workspaces/{workspace_id}', { params: { path }, body });
report(rules.data?.items, created.data);`,
  },
  {
    name: 'orval, fetch',
    ...orval(
      'fetch',
      ORVAL_FETCH,
      `
import { createAgentEvaluation, listRules } from './client';
const rules = await listRules(tenant, workspace, undefined, { headers });
const created = await createAgentEvaluation(tenant, workspace, body, undefined, { headers });
report(rules.status === 200 ? rules.data.items : undefined, created.status === 201 ? created.data : undefined);`,
    ),
  },
  {
    name: 'orval, react-query',
    ...orval(
      'react-query',
      { ...ORVAL_FETCH, httpClient: 'fetch', override: { query: { version: 5 } } },
      `
import { QueryClient } from '@tanstack/react-query';
import { getCreateAgentEvaluationMutationOptions, getListRulesQueryOptions } from './client';
const client = new QueryClient();
const rules = await client.fetchQuery(getListRulesQueryOptions(tenant, workspace, undefined, { fetch: { headers } }));
const options = getCreateAgentEvaluationMutationOptions({ fetch: { headers } });
const mutation = client.getMutationCache().build(client, options);
const created = await mutation.execute({ tenantId: tenant, workspaceId: workspace, data: body });
report(rules.status === 200 ? rules.data.items : undefined, created.status === 201 ? created.data : undefined);`,
    ),
  },
  {
    name: 'orval, zod',
    ...orval(
      'zod',
      { override: { zod: { version: 3 } } },
      `
import { CreateAgentEvaluationBody, CreateAgentEvaluationResponse, ListRulesResponse } from './client';
const rules = ListRulesResponse.parse(await send('GET', '/rules'));
const created = CreateAgentEvaluationResponse.parse(await send('POST', '/eval/agent-evaluations', CreateAgentEvaluationBody.parse(body)));
report(rules.items, created);`,
    ),
  },
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    command: ({ json }) => ['openapi-ts', '-i', json, '-o', 'client', '-c', '@hey-api/client-fetch', '--no-log-file'],
    program: `
import { createAgentEvaluation, listRules } from './client';
import { client } from './client/client.gen';
client.setConfig({ baseUrl, headers });
const path = { tenant_id: tenant, workspace_id: workspace };
const rules = await listRules({ path });
const created = await createAgentEvaluation({ path, body });
report(rules.data?.items, created.data);`,
  },
  {
    name: 'kubb',
    package: '@kubb/cli',
    files: ({ json }) => ({
      'kubb.config.mjs': `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  input: { path: ${JSON.stringify(json)} },
  output: { path: './client', clean: true, barrelType: 'named', format: false, lint: false },
  plugins: [pluginOas({ generators: [], validate: false }), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
});`,
    }),
    command: () => ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    program: `
import { createAgentEvaluation, listRules } from './client';
// Its function fetch sends JSON without a media type.
const config = { baseURL: baseUrl, headers: { ...headers, 'Content-Type': 'application/json' } };
const rules = await listRules(tenant, workspace, undefined, config);
const created = await createAgentEvaluation(tenant, workspace, body, undefined, config);
report(rules.items, created);`,
  },
  {
    name: 'openapi-zod-client',
    package: 'openapi-zod-client',
    command: ({ json }) => ['openapi-zod-client', json, '-o', 'client.ts', '--export-schemas', '--with-alias'],
    program: `
import { createApiClient } from './client';
const client = createApiClient(baseUrl, { axiosConfig: { headers } });
const params = { tenant_id: tenant, workspace_id: workspace };
const rules = await client.listRules({ params });
const created = await client.createAgentEvaluation(body, { params });
report(rules.items, created);`,
    fault: {
      step: 'works',
      message: /discriminator value for key `\w+` could not be extracted/,
      cause:
        'It ignores `const`, so the members of a `oneOf` with a `discriminator` become schemas of any text, from which zod cannot choose. ' +
        'The module throws when it is loaded.',
      reproduction: {
        program: "import { schemas } from './client';\nconsole.log(schemas);\n",
        document: {
          paths: {
            '/pets': {
              get: {
                operationId: 'getPet',
                responses: {
                  200: {
                    description: 'A pet.',
                    content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
                  },
                },
              },
            },
          },
          components: {
            schemas: {
              Pet: {
                oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
                discriminator: { propertyName: 'kind' },
              },
              Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', const: 'cat' } } },
              Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', const: 'dog' } } },
            },
          },
        },
      },
    },
  },
  {
    name: 'swagger-typescript-api',
    package: 'swagger-typescript-api',
    command: ({ folder, json }) => [
      'swagger-typescript-api',
      'generate',
      '--path',
      json,
      '--output',
      folder,
      '--name',
      'client.ts',
    ],
    program: `
import { Api } from './client';
const client = new Api({ baseUrl, baseApiParams: { headers } });
const rules = await client.rules.listRules(tenant, workspace);
const created = await client.eval.createAgentEvaluation(tenant, workspace, body);
report(rules.data.items, created.data);`,
  },
  {
    name: 'oazapfts',
    package: 'oazapfts',
    command: ({ json }) => ['oazapfts', json, 'client.ts'],
    program: `
import { createAgentEvaluation, defaults, listRules } from './client';
Object.assign(defaults, { baseUrl, headers });
const rules = await listRules(tenant, workspace);
const created = await createAgentEvaluation(tenant, workspace, body);
report(rules.status === 200 ? rules.data.items : undefined, created.status === 201 ? created.data : undefined);`,
  },
  {
    name: 'typed-openapi',
    package: 'typed-openapi',
    command: ({ json }) => ['typed-openapi', json, '-o', 'client.ts'],
    program: `
import { createApiClient } from './client';
const client = createApiClient(
  {
    fetch: ({ method, url, parameters }) =>
      fetch(url, {
        method: method.toUpperCase(),
        headers: { ...headers, 'content-type': 'application/json' },
        ...(parameters?.body === undefined ? {} : { body: JSON.stringify(parameters.body) }),
      }),
  },
  baseUrl,
);
const path = { tenant_id: tenant, workspace_id: workspace };
const rules = await client.get('/rules/tenants/{tenant_id}/workspaces/{workspace_id}', { path, query: {} });
const created = await client.post('/eval/agent-evaluations/tenants/{tenant_id}/workspaces/{workspace_id}', { path, body, header: {} });
report(rules.items, created);`,
  },
  {
    name: 'redocly generate-client',
    package: '@redocly/cli',
    command: ({ json }) => ['redocly', 'generate-client', json, '--output', 'client.ts'],
    program: `
import { client } from './client';
client.configure({ serverUrl: baseUrl, headers });
const path = { tenant_id: tenant, workspace_id: workspace };
const rules = await client.listRules({ path });
const created = await client.createAgentEvaluation({ path, body });
report(rules.items, created);`,
  },
  {
    name: '@apidevtools/swagger-parser',
    package: '@apidevtools/swagger-parser',
    files: ({ json }) => ({
      'validate.mjs': `import SwaggerParser from '@apidevtools/swagger-parser';\nawait SwaggerParser.validate(${JSON.stringify(json)});\n`,
    }),
    command: () => ['node', 'validate.mjs'],
  },
];
