/**
 * Bundles the MSW handlers for browsers: the same `handle()` and the same Prism, with the contract inside. Run after the
 * compiler and after the contract is prepared.
 */
import { writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stringify } from 'devalue';
import { build, type Plugin } from 'esbuild';
import { readPrepared } from '../dist/prepared.js';
import { compactContract } from './compact-contract.ts';
import { licensesOf } from './licenses.ts';

const dist = join(import.meta.dirname, '../dist');
const inBrowser = (name: string) => join(dist, 'browser', `${name}.js`);
const require = createRequire(import.meta.url);
const prismRequire = createRequire(require.resolve('@stoplight/prism-http'));

/** What stands in for what browsers do not have, or do not need. */
const replacements: Record<string, string> = {
  [join(dist, 'prism-library.js')]: join(dist, 'browser/prism-library.mjs'),
  [join(dist, 'prepared.js')]: inBrowser('prepared'),
  [join(dist, 'document.js')]: inBrowser('absent'),
  [join(dist, 'contract-reader.js')]: inBrowser('absent'),
  [prismRequire.resolve('./utils/logger.js')]: inBrowser('absent'),
};

const replace: Plugin = {
  name: 'replace',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\.|^@stoplight/ }, async ({ path, pluginData, ...place }) => {
      if (pluginData === replace) return undefined;
      const found = await resolve(path, { ...place, pluginData: replace });
      const replacement = replacements[found.path];
      return replacement === undefined ? undefined : { path: replacement };
    });
    onResolve({ filter: /^node:http$/ }, () => ({ path: 'status-codes', namespace: 'replace' }));
    onLoad({ filter: /^status-codes$/, namespace: 'replace' }, () => ({
      contents: `export const STATUS_CODES = ${JSON.stringify(STATUS_CODES)};`,
    }));
  },
};

const { metafile } = await build({
  entryPoints: [join(dist, 'msw.js')],
  outfile: join(dist, 'msw.browser.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  // fp-ts comes twice otherwise, once as ES modules.
  mainFields: ['browser', 'main'],
  external: ['msw'],
  inject: [inBrowser('buffer')],
  define: {
    PREPARED_CONTRACT: JSON.stringify(stringify(compactContract(await readPrepared()))),
    global: 'globalThis',
    'process.browser': 'true',
    'process.platform': '"browser"',
  },
  alias: {
    'node:crypto': inBrowser('crypto'),
    'node:timers/promises': inBrowser('timers'),
    '@faker-js/faker': inBrowser('absent'),
    // One copy for Prism and for the mock, which sets its options.
    'json-schema-faker': prismRequire.resolve('json-schema-faker'),
    // How a generator would fetch schemas; those of the contract are whole.
    http: inBrowser('absent'),
    https: inBrowser('absent'),
    // Its other form cannot be bundled.
    'jsonc-parser': require.resolve('jsonc-parser/lib/esm/main.js', {
      paths: [prismRequire.resolve('@stoplight/json')],
    }),
    path: require.resolve('path-browserify'),
  },
  plugins: [replace],
  legalComments: 'none',
  banner: { js: '/*! The licences of what this contains are in msw.browser.licences.txt. */' },
  metafile: true,
});
writeFileSync(join(dist, 'msw.browser.licences.txt'), await licensesOf(metafile));
