/**
 * Build step: bundles the MSW handlers for browsers, with the same `handle()`, the same Prism and the packaged contract.
 * Requires the compiled sources and the packaged contract.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collectLicenses } from '@aispm/packaging';
import { build, type Plugin } from 'esbuild';
import { CATALOGUE } from './catalogue.ts';

const dist = join(import.meta.dirname, '../dist');
const bundled = join(import.meta.dirname, '../src/bundled');
const inBrowser = (name: string) => join(dist, 'browser', `${name}.js`);
const require = createRequire(import.meta.url);
const prismRequire = createRequire(require.resolve('@stoplight/prism-http'));

/** Replacements for modules that browsers don't have or need. */
const replacements: Record<string, string> = {
  [join(dist, 'bundled/prism.js')]: join(dist, 'browser/prism.mjs'),
  [join(dist, 'bundled/prism-reader.js')]: inBrowser('unavailable'),
  // Resolved from the sources, so that their licenses are found.
  [join(dist, 'bundled/catalogue.js')]: join(bundled, 'catalogue.ts'),
  [join(dist, 'bundled/domain.js')]: join(bundled, 'domain.ts'),
  [join(dist, 'bundled/openapi.js')]: join(bundled, 'openapi.ts'),
  [join(dist, 'bundled/rou3.js')]: join(bundled, 'rou3.ts'),
  [join(dist, 'bundled/uuid.js')]: join(bundled, 'uuid.ts'),
  [join(dist, 'contract/packaged-contract.js')]: inBrowser('packaged-contract'),
  [join(dist, 'contract/read-document.js')]: inBrowser('unavailable'),
  [prismRequire.resolve('./utils/logger.js')]: inBrowser('unavailable'),
  // The functional Lodash would add its own minified copy.
  [prismRequire.resolve('lodash/lodash.min.js')]: prismRequire.resolve('lodash'),
};

/** Replacements for packages, by the names that modules import. */
const packages: Record<string, string> = {
  'node:crypto': inBrowser('crypto'),
  'node:timers/promises': inBrowser('timers'),
  '@faker-js/faker': inBrowser('unavailable'),
  // One copy for Prism and for the mock.
  'ajv-formats': prismRequire.resolve('ajv-formats'),
  // Likewise; the mock sets its options.
  'json-schema-faker': prismRequire.resolve('json-schema-faker'),
  // The generator would use these to read and fetch referenced schemas; the contract's references are already resolved.
  'json-schema-ref-parser': inBrowser('unavailable'),
  'jsonpath-plus': inBrowser('unavailable'),
  // Maps file extensions to media types; Prism only passes complete media types.
  'mime-types': inBrowser('unavailable'),
  // The colors of Prism's log.
  chalk: inBrowser('unavailable'),
  // Its main file cannot be bundled.
  'jsonc-parser': require.resolve('jsonc-parser/lib/esm/main.js', {
    paths: [prismRequire.resolve('@stoplight/json')],
  }),
  path: require.resolve('path-browserify'),
};

/**
 * Replaces modules and packages. Only this plug-in does that: what esbuild knows about a module depends on how it was resolved, so with a
 * second way, such as the option `alias`, the bundle would depend on which import is read first.
 */
const replace: Plugin = {
  name: 'replace',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\.|^@stoplight/ }, async ({ path, pluginData, ...importer }) => {
      if (pluginData === replace) return undefined;
      const resolved = await resolve(path, { ...importer, pluginData: replace });
      const replacement = replacements[resolved.path];
      return replacement === undefined ? undefined : { path: replacement };
    });
    onResolve({ filter: /^[^.]/ }, ({ path }) => {
      const replacement = packages[path];
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
  // Otherwise fp-ts would be bundled twice, once as ES modules.
  mainFields: ['browser', 'main'],
  external: ['msw'],
  inject: [inBrowser('buffer')],
  define: {
    ...CATALOGUE,
    PREPARED_CONTRACT: JSON.stringify(readFileSync(join(dist, 'contract.json'), 'utf8')),
    global: 'globalThis',
    'process.browser': 'true',
    'process.platform': '"browser"',
  },
  plugins: [replace],
  legalComments: 'none',
  banner: { js: '/*! The licenses of the bundled packages are in msw.browser.licenses.txt. */' },
  metafile: true,
});
writeFileSync(join(dist, 'msw.browser.licenses.txt'), await collectLicenses(metafile));
