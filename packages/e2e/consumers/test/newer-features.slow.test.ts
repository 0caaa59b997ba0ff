/**
 * The published code only uses features of the language and of Node.js that the oldest supported version has. The compiler checks this
 * for the sources; this test also checks bundled libraries, including code that no other test may reach.
 */
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import es from 'eslint-plugin-es-x';
import node from 'eslint-plugin-n';
import { expect, it } from 'vitest';
import { whenInstalled } from './when-installed.ts';

/** Newer than ES2023, but in Node.js 20. */
const AVAILABLE = [
  'regexp-v-flag',
  'resizable-and-growable-arraybuffers',
  'string-prototype-iswellformed',
  'string-prototype-towellformed',
  'atomics-waitasync',
];

/** Features that are only used after a check that they exist, or only in browsers. */
const GUARDED = [
  'Iterator', // by the TypeScript helper for generators
  'Symbol.asyncDispose',
  'Symbol.dispose',
  'SuppressedError', // by the TypeScript helpers for `using`
  'module.enableCompileCache',
  'module.flushCompileCache',
  'navigator',
  'navigator.userAgent',
  'sessionStorage', // by handlers of MSW that persist, which only pages can do
];

const { project } = await whenInstalled();
const configs = es.configs as Record<string, Linter.Config>;

const config: Linter.Config[] = [
  ...['es2024', 'es2025', 'es2026', 'esnext'].map((edition) => configs[`flat/no-new-in-${edition}`] ?? {}),
  {
    linterOptions: { noInlineConfig: true },
    plugins: { n: node as ESLint.Plugin },
    languageOptions: {
      ecmaVersion: 'latest',
      globals: { navigator: 'readonly' },
    },
    rules: {
      // In Node.js 20 they need a flag.
      'no-restricted-globals': ['error', 'EventSource', 'WebSocket'],
      ...Object.fromEntries(AVAILABLE.map((name) => [`es-x/no-${name}`, 'off' as const])),
      'n/no-unsupported-features/node-builtins': [
        'error',
        { version: '^20.19.0 || >=22.0.0', allowExperimental: true },
      ],
    },
  },
];

const eslint = new ESLint({
  cwd: join(project, 'node_modules/@aispm'),
  overrideConfigFile: true,
  overrideConfig: config,
  ignore: false,
});

/** Lists features that are too new, with their locations. */
function describeFindings(results: ESLint.LintResult[]): string[] {
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ message }) => !GUARDED.includes(/'(.+?)'/.exec(message)?.[1] ?? ''))
      .map(({ message, line }) => `${filePath}:${line} ${message}`),
  );
}

it('the published code only uses features that Node.js 20.19 has', async () => {
  const results = await eslint.lintFiles('*/dist/**/*.js');
  expect(results.length).toBeGreaterThan(50);
  expect(describeFindings(results)).toEqual([]);
});

it.each([
  'Promise.withResolvers()',
  'Map.groupBy([], String)',
  'new Set().union(new Set())',
  'Array.fromAsync([])',
  'RegExp.escape("a")',
  'Error.isError(1)',
  'Promise.try(f)',
  '{ using a = f(); }',
  '/(?i:a)/',
  '/(?<a>x)|(?<a>y)/',
  'new WebSocket("ws://a")',
  'import.meta.main',
  'import { globSync } from "node:fs"; globSync("a")',
  'import { setGlobalProxyFromEnv } from "node:http"; setGlobalProxyFromEnv()',
  'import { DatabaseSync } from "node:sqlite"; new DatabaseSync("a")',
])('%s is detected', async (code) => {
  expect(describeFindings(await eslint.lintText(code, { filePath: 'client/dist/a.js' }))).not.toEqual([]);
});
