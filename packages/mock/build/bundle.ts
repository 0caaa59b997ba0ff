/**
 * Build step: bundles the libraries in `src/bundled` into the files of `dist` that load them, and collects their licenses.
 * The package therefore doesn't depend on Prism and the private packages. One file with the used parts loads in a third
 * of the time of Prism's thousand files.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, normalize, resolve } from 'node:path';
import { collectLicenses } from '@aispm/packaging';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { CATALOGUE } from './catalogue.ts';

const ES_MODULES = ['catalogue', 'domain', 'node-version', 'openapi', 'rou3', 'uuid'];
const COMMONJS_MODULES = ['prism', 'prism-reader'];
const LICENSES = 'dist/THIRD_PARTY_LICENSES.txt';

/**
 * Modules that Prism loads at startup, but needs only for some requests or never: the generator of bodies, the proxy, and a
 * copy of Lodash. A proxy object loads each of them when one of its properties is used.
 */
const LAZY = /^(lodash\/fp|node-fetch|https?-proxy-agent|\.\.?\/(generator\/)?JSONSchema)$/;

/** The generator needs Faker only for schemas with `x-faker`. It is too large for the bundle, so it stays a dependency. */
const FAKER = /^@faker-js\/faker$/;

const loadLazily: Plugin = {
  name: 'load-lazily',
  setup({ onLoad, onResolve, resolve: resolveModule }) {
    onResolve({ filter: LAZY }, async ({ path, namespace, pluginData, ...importer }) => {
      if (namespace === 'lazy' || pluginData === 'resolved') return undefined;
      const resolved = await resolveModule(path, { ...importer, pluginData: 'resolved' });
      return { path: resolved.path, errors: resolved.errors, namespace: 'lazy' };
    });
    onResolve({ filter: FAKER }, ({ path, namespace }) =>
      namespace === 'lazy' ? { path, external: true } : { path, namespace: 'lazy' },
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => {
      const load = `require(${JSON.stringify(path)})`;
      const proxy = (property: string) => `new Proxy({}, { get: (_, name) => ${load}${property}[name] })`;
      const contents = FAKER.test(path) ? `exports.faker = ${proxy('.faker')};` : `module.exports = ${proxy('')};`;
      return { contents, resolveDir: dirname(resolve(path)) };
    });
  },
};

/** Prism ignores schemas that don't compile and errors of validators, so that every value is valid. Here both are errors. */
const REPLACEMENTS: Record<string, [string, string][]> = {
  'validators/utils.js': [
    ['O.tryCatch(() => getValidationFunction(', 'O.some(getValidationFunction('],
    [
      ', schema, bundle)), O.chainFirst(validateFn => O.tryCatch(() => validateFn(value)))',
      ', schema, bundle)), O.map(validateFn => (validateFn(value), validateFn))',
    ],
  ],
  // It validates forms without the schemas that their schemas refer to.
  'validators/body.js': [
    [
      'deserializeAndValidate(content, schema, target, context, prefix, multipartBoundary)))',
      'deserializeAndValidate(content, schema, target, context, prefix, multipartBoundary, bundle)))',
    ],
  ],
};

const validateAlways: Plugin = {
  name: 'validate-always',
  setup({ onEnd, onLoad }) {
    const replaced = new Set<string>();
    onEnd(() => {
      if (replaced.size !== Object.keys(REPLACEMENTS).length)
        throw new Error(`Only ${[...replaced].join(' and ')} contain validators of Prism. Adapt the replacements.`);
    });
    onLoad({ filter: /prism-http[\\/]dist[\\/]validator[\\/]validators[\\/](utils|body)\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      const [, replacements = []] = Object.entries(REPLACEMENTS).find(([name]) => path.endsWith(normalize(name))) ?? [];
      for (const [original, replacement] of replacements) {
        if (!contents.includes(original)) throw new Error(`${path} does not contain "${original}".`);
        contents = contents.replace(original, replacement);
      }
      replaced.add(path);
      return { contents, loader: 'js' };
    });
  },
};

/** Bundles modules of `src/bundled` and replaces the compiler's output with them. */
async function bundle(names: string[], options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: names.map((name) => `src/bundled/${name}.ts`),
    outdir: 'dist/bundled',
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Otherwise module names would depend on the folder of the checkout.
    minify: true,
    keepNames: true,
    legalComments: 'none',
    ...options,
    metafile: true,
  });
  return metafile;
}

const libraries = await bundle(ES_MODULES, { define: CATALOGUE });
const prism = await bundle(COMMONJS_MODULES, {
  alias: {
    // Its main file can't be bundled, because it computes the names of the modules that it loads.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // One copy, whether it is imported or required: its options must apply to Prism.
    'json-schema-faker': createRequire(import.meta.url).resolve('json-schema-faker'),
  },
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [loadLazily, validateAlways],
});
// The compiler's source maps don't match the bundles.
for (const name of [...ES_MODULES, ...COMMONJS_MODULES]) await rm(`dist/bundled/${name}.js.map`, { force: true });
await writeFile(LICENSES, await collectLicenses(libraries, prism));
