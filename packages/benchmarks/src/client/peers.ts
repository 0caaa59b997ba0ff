/** The compared clients: how each is generated from the contract, and how a program calls it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TOOLS_FOLDER } from '@aispm/testing';
import type { Call } from './measured-calls.ts';
import { runCommand } from './run-command.ts';

/** A client in the comparison. */
export interface Peer {
  name: string;
  /** Name of the package whose version the table shows. */
  package?: string;
  /** Whether the client retries failed requests. */
  retries?: boolean;
  /** Generates the client into an empty folder; absent when nothing is generated. */
  generate?(folder: string): Promise<void>;
  /** The module that a program imports: a package, or a generated file without its suffix. */
  module: string;
  /** Returns the import declarations of a program that calls these operations. */
  imports(ids: string[], module: string): string;
  /** Statements that configure the client with `baseUrl`, `fetch` and the API key `t`. */
  setup: string;
  /** Returns the expression of a call. */
  call(call: Call): string;
}

const require = createRequire(import.meta.url);
const contract = require.resolve('@aispm/spec/openapi.yaml');
const json = JSON.stringify;
const headers = `{ authorization: 'Bearer t' }`;

/** Returns the source of an object with the non-empty entries. */
function objectSource(entries: Record<string, unknown>): string {
  return json(
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value && Object.keys(value as object).length > 0)),
  );
}

/** Returns the source of positional arguments; `undefined` for omitted ones. */
function argumentsSource(args: unknown[]): string {
  return args.map((value) => (value === undefined ? 'undefined' : json(value))).join(', ');
}

/** Returns an import declaration such as `import { getRule, listRules } from 'module';`. */
function namedImport(ids: string[], module: string): string {
  return `import { ${ids.join(', ')} } from '${module}';`;
}

/** The baseline of all measurements: calls of `fetch` without a client. */
export const plainFetch: Peer = {
  name: 'plain fetch',
  module: '',
  imports: () => '',
  setup: '',
  call: ({ method, template, path, query, body }) => {
    const address = template.replaceAll(/\{(.+?)\}/g, (_, name) => `\${encodeURIComponent(${json(path[name])})}`);
    const search = Object.keys(query).length > 0 ? `?\${new URLSearchParams(${json(query)})}` : '';
    const sent = body === undefined ? '' : `, body: JSON.stringify(${json(body)})`;
    const type = body === undefined ? '' : `, 'content-type': 'application/json'`;
    return `fetch(\`\${baseUrl}${address}${search}\`, { method: '${method}', headers: { authorization: 'Bearer t'${type} }${sent} }).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    })`;
  },
};

/** The client of this repository. */
export const ownClient: Peer = {
  name: '@aispm/client',
  package: '@aispm/client',
  retries: true,
  module: '@aispm/client',
  imports: (ids, module) => namedImport(['createClient', ...ids], module),
  setup: `const client = createClient({ baseUrl, token: 't', fetch });`,
  call: ({ id, path, query, body }) => `${id}(client, ${json({ ...path, ...query, body })})`,
};

/** The other clients. */
export const peers: Peer[] = [
  {
    name: 'orval, stock fetch client',
    package: 'orval',
    module: './orval/client',
    async generate(folder) {
      const config = join(folder, 'orval.config.mjs');
      const output = {
        target: join(folder, 'client.ts'),
        client: 'fetch',
        mode: 'single',
        baseUrl: 'http://127.0.0.1/api/v1',
        headers: true,
        urlEncodeParameters: true,
        override: { fetch: { forceSuccessResponse: true, useRuntimeFetcher: true } },
      };
      writeFileSync(config, `export default ${json({ client: { input: contract, output } })};`);
      await runCommand('orval', ['--config', config], folder);
    },
    imports: namedImport,
    setup: '',
    call: ({ id, path, query, body, has }) => {
      const args = [
        ...Object.values(path),
        ...(body === undefined ? [] : [body]),
        ...(has.query ? [Object.keys(query).length > 0 ? query : undefined] : []),
        ...(has.headers ? [undefined] : []),
      ];
      return `${id}(${argumentsSource(args)}, { headers: ${headers} }, fetch)`;
    },
  },
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    module: './hey-api/index',
    generate: async (folder) => {
      await runCommand(
        'openapi-ts',
        ['-i', contract, '-o', folder, '-c', '@hey-api/client-fetch', '--no-log-file'],
        folder,
      );
    },
    imports: (ids, module) =>
      `${namedImport(ids, module)}\nimport { createClient } from '${module.replace(/index$/, 'client/index')}';`,
    setup: `const client = createClient({ baseUrl, fetch, headers: ${headers} });`,
    call: ({ id, path, query, body }) => `${id}({ client, ...${objectSource({ path, query, body })} })`,
  },
  {
    name: 'openapi-fetch',
    package: 'openapi-fetch',
    module: 'openapi-fetch',
    imports: (_, module) => `import createClient from '${module}';\nimport type { paths } from '@aispm/types';`,
    setup: `const client = createClient<paths>({ baseUrl, fetch, headers: ${headers} });`,
    call: ({ method, template, path, query, body }) =>
      `client.${method}(${json(template)}, ${json({ params: { path, ...(Object.keys(query).length > 0 && { query }) }, body })})`,
  },
  {
    name: 'oazapfts',
    package: 'oazapfts',
    module: './oazapfts/client',
    generate: async (folder) => {
      await runCommand('oazapfts', [contract, join(folder, 'client.ts')], folder);
    },
    imports: (ids, module) => namedImport(['defaults', ...ids], module),
    setup: `Object.assign(defaults, { baseUrl, fetch, headers: ${headers} });`,
    call: ({ id, path, query, body }) => {
      const camel = Object.entries(query).map(([name, value]) => [
        name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]);
      return `${id}(${argumentsSource([
        ...Object.values(path),
        ...(body === undefined ? [] : [body]),
        ...(camel.length > 0 ? [Object.fromEntries(camel)] : []),
      ])})`;
    },
  },
  {
    name: 'redocly generate-client',
    package: '@redocly/cli',
    retries: true,
    module: './redocly/client',
    generate: async (folder) => {
      await runCommand('redocly', ['generate-client', contract, '-o', join(folder, 'client.ts')], folder);
    },
    imports: (ids, module) => namedImport(['configure', ...ids], module),
    setup: `configure({ serverUrl: baseUrl, fetch, headers: ${headers} });`,
    call: ({ id, path, query, body }) => `${id}(${objectSource({ path, query, body })})`,
  },
  {
    name: 'kubb, fetch client',
    package: '@kubb/plugin-client',
    module: './kubb/index',
    async generate(folder) {
      writeFileSync(
        join(folder, 'kubb.config.ts'),
        `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  root: '.',
  input: { path: ${json(contract)} },
  output: { path: '.' },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
});`,
      );
      await runCommand('kubb', ['generate', '--config', 'kubb.config.ts'], folder);
    },
    imports: (ids, module) =>
      `${namedImport(ids, module)}\nimport { setConfig } from '${module.replace(/index$/, '.kubb/fetch')}';`,
    setup: `setConfig({ baseURL: baseUrl, headers: ${headers} });\nglobalThis.fetch = fetch;`,
    call: ({ id, path, query, body }) =>
      `${id}(${argumentsSource([
        ...Object.values(path),
        ...(body === undefined ? [] : [body]),
        ...(Object.keys(query).length > 0 ? [query] : []),
      ])})`,
  },
];

/** Returns the version of a peer's package; empty for a peer without a package. */
export function packageVersion({ package: name }: Peer): string {
  if (!name) return '';
  for (const folder of [...(require.resolve.paths(name) ?? []), join(TOOLS_FOLDER, 'node_modules')]) {
    try {
      return (require(join(folder, name, 'package.json')) as { version: string }).version;
    } catch {}
  }
  throw new Error(`The package ${name} is not installed. Run "npm ci" and "npm run tools -w @aispm/scripts".`);
}

/**
 * Generates a peer into its folder under `root`.
 *
 * @returns the error in one line (kubb marks it with ✗), or undefined. A part of the client may be usable despite an error.
 */
export async function generate(peer: Peer, root: string): Promise<string | undefined> {
  if (!peer.generate) return undefined;
  const folder = join(root, peer.module.split('/')[1] ?? '');
  mkdirSync(folder, { recursive: true });
  try {
    await peer.generate(folder);
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split('\n');
    return lines.find((line) => line.startsWith('✗ '))?.slice(2) ?? lines[0];
  }
}
