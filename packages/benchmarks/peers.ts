/** The clients that are compared: how each is generated from the contract, and how a program calls it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Call } from './calls.ts';
import { run } from './run.ts';

/** A client. */
export interface Peer {
  name: string;
  /** Name of the package whose version is shown. */
  package?: string;
  /** Generates the client into an empty folder; absent when nothing is generated. */
  generate?(folder: string): Promise<void>;
  /** The module that a program imports: a package, or a file that has been generated, without its suffix. */
  module: string;
  /** Import declarations of a program that calls these operations, besides those that are the same for all. */
  imports(ids: string[], module: string): string;
  /** Statements that connect the client to `baseUrl` through `fetch`, with the key `t`. */
  setup: string;
  /** Expression of a call. */
  call(call: Call): string;
}

const require = createRequire(import.meta.url);
const contract = require.resolve('@aispm/spec/openapi.yaml');
const json = JSON.stringify;
const headers = `{ authorization: 'Bearer t' }`;

/** The entries that have something in them, as the source of an object. */
function object(entries: Record<string, unknown>): string {
  return json(
    Object.fromEntries(Object.entries(entries).filter(([, it]) => it && Object.keys(it as object).length > 0)),
  );
}

/** Arguments by position, as source; `undefined` where nothing is passed. */
function positional(args: unknown[]): string {
  return args.map((it) => (it === undefined ? 'undefined' : json(it))).join(', ');
}

/** `{ getRule, listRules }` from a module. */
function named(ids: string[], module: string): string {
  return `import { ${ids.join(', ')} } from '${module}';`;
}

/** What everything is measured against: how one would call `fetch` by hand. */
export const bare: Peer = {
  name: 'bare fetch',
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
export const ours: Peer = {
  name: '@aispm/client',
  package: '@aispm/client',
  module: '@aispm/client',
  imports: (ids, module) => named(['createClient', ...ids], module),
  setup: `const client = createClient({ baseUrl, token: 't', fetch });`,
  call: ({ id, path, query, body }) => `${id}(client, ${json({ ...path, ...query, body })})`,
};

/** The others. */
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
      await run('orval', ['--config', config], folder);
    },
    imports: named,
    setup: '',
    call: ({ id, path, query, body, has }) => {
      const args = [
        ...Object.values(path),
        ...(body === undefined ? [] : [body]),
        ...(has.query ? [Object.keys(query).length > 0 ? query : undefined] : []),
        ...(has.headers ? [undefined] : []),
      ];
      return `${id}(${positional(args)}, { headers: ${headers} }, fetch)`;
    },
  },
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    module: './hey-api/index',
    generate: async (folder) => {
      await run('openapi-ts', ['-i', contract, '-o', folder, '-c', '@hey-api/client-fetch', '--no-log-file'], folder);
    },
    imports: (ids, module) =>
      `${named(ids, module)}\nimport { createClient } from '${module.replace(/index$/, 'client/index')}';`,
    setup: `const client = createClient({ baseUrl, fetch, headers: ${headers} });`,
    call: ({ id, path, query, body }) => `${id}({ client, ...${object({ path, query, body })} })`,
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
      await run('oazapfts', [contract, join(folder, 'client.ts')], folder);
    },
    imports: (ids, module) => named(['defaults', ...ids], module),
    setup: `Object.assign(defaults, { baseUrl, fetch, headers: ${headers} });`,
    call: ({ id, path, query, body }) => {
      const camel = Object.entries(query).map(([name, value]) => [
        name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]);
      return `${id}(${positional([
        ...Object.values(path),
        ...(body === undefined ? [] : [body]),
        ...(camel.length > 0 ? [Object.fromEntries(camel)] : []),
      ])})`;
    },
  },
  {
    name: 'redocly generate-client',
    package: '@redocly/cli',
    module: './redocly/client',
    generate: async (folder) => {
      await run('redocly', ['generate-client', contract, '-o', join(folder, 'client.ts')], folder);
    },
    imports: (ids, module) => named(['configure', ...ids], module),
    setup: `configure({ serverUrl: baseUrl, fetch, headers: ${headers} });`,
    call: ({ id, path, query, body }) => `${id}(${object({ path, query, body })})`,
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
      await run('kubb', ['generate', '--config', 'kubb.config.ts'], folder);
    },
    imports: (ids, module) =>
      `${named(ids, module)}\nimport { setConfig } from '${module.replace(/index$/, '.kubb/fetch')}';`,
    setup: `setConfig({ baseURL: baseUrl, headers: ${headers} });\nglobalThis.fetch = fetch;`,
    call: ({ id, path, query, body }) =>
      `${id}(${positional([
        ...Object.values(path),
        ...(body === undefined ? [] : [body]),
        ...(Object.keys(query).length > 0 ? [query] : []),
      ])})`,
  },
];

/** Version of a peer's package. */
export function versionOf({ package: name }: Peer): string {
  if (!name) return '';
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (require(join(folder, name, 'package.json')) as { version: string }).version;
    } catch {}
  }
  throw new Error(`${name} is not installed.`);
}

/**
 * Generates a peer into its folder under `root`.
 *
 * @returns what went wrong, in one line (kubb marks it with ✗); nothing when all went well. There may be a usable part either way.
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
