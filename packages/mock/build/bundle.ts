/**
 * A step of the build: puts Prism, with all that it needs, into the two files of `dist` that load it, and the licenses
 * of what is in them beside them. One file of what is used loads in a third of the time of Prism's thousand files.
 */
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { licensesOf } from './licenses.ts';

const ENTRIES = ['prism-library', 'contract-reader'];
const LICENSES = 'dist/THIRD_PARTY_LICENSES.txt';

/**
 * What Prism loads at its start and needs for some requests only, or never: the generator of bodies, what forwards
 * requests, and a copy of Lodash. A stand-in loads each when something of it is used.
 */
const LATE = /^(lodash\/fp|node-fetch|https?-proxy-agent|\.\.?\/(generator\/)?JSONSchema)$/;

/** What the generator loads at its start and needs only for schemas with `x-faker`. It is too large for the bundle. */
const FAKER = /^@faker-js\/faker$/;

const loadLate: Plugin = {
  name: 'load-late',
  setup({ onLoad, onResolve, resolve: find }) {
    onResolve({ filter: LATE }, async ({ path, namespace, pluginData, ...place }) => {
      if (namespace === 'late' || pluginData === 'found') return undefined;
      const found = await find(path, { ...place, pluginData: 'found' });
      return { path: found.path, errors: found.errors, namespace: 'late' };
    });
    onResolve({ filter: FAKER }, ({ path, namespace }) =>
      namespace === 'late' ? { path, external: true } : { path, namespace: 'late' },
    );
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => {
      const load = `require(${JSON.stringify(path)})`;
      const standIn = (property: string) => `new Proxy({}, { get: (_, name) => ${load}${property}[name] })`;
      const contents = FAKER.test(path) ? `exports.faker = ${standIn('.faker')};` : `module.exports = ${standIn('')};`;
      return { contents, resolveDir: dirname(resolve(path)) };
    });
  },
};

const { metafile } = await build({
  entryPoints: ENTRIES.map((name) => `src/${name}.ts`),
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  alias: {
    // Its main file cannot be bundled: it loads its parts by names that it works out.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // One copy, whether it is imported or required: its options are to hold for Prism.
    'json-schema-faker': createRequire(import.meta.url).resolve('json-schema-faker'),
  },
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  // All of it: what is left of the paths of modules otherwise differs from folder to folder.
  minify: true,
  keepNames: true,
  legalComments: 'none',
  plugins: [loadLate],
  metafile: true,
});
// The compiler's maps are of other files than these.
for (const name of ENTRIES) await rm(`dist/${name}.js.map`, { force: true });
await writeFile(LICENSES, await licensesOf(metafile));
