import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const root = createRequire(new URL('../../../package.json', import.meta.url));

/** The compilers that users have, each as version and script: the TypeScript that this repository builds with, and the native one. */
export const compilers: { version: string; tsc: string }[] = [
  { version: '5.9', tsc: root.resolve('typescript/bin/tsc') },
  { version: '7.0', tsc: require.resolve('@aispm/typescript7/tsc7.js') },
];

/** Folder of the type packages of this repository. */
const typeRoots = [dirname(dirname(root.resolve('@types/node/package.json')))];

/** Where the names that a program uses come from: a browser, or Node.js. */
export const platforms: Record<string, object> = {
  'the DOM': { lib: ['ES2022', 'DOM'], types: [] },
  'Node.js': { lib: ['ES2022'], types: ['node'], typeRoots },
};

/** The two ways to resolve modules that know `exports`. */
export const resolutions: Record<string, object> = {
  NodeNext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  Bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
};

/** As strict as it gets. */
export const strictest = {
  target: 'ES2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmitOnError: true,
};
