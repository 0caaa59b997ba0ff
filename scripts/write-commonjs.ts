/**
 * A step of the builds of packages that also run as CommonJS, for tools without ES modules such as Jest: `node ../../scripts/write-commonjs.ts`
 * converts `dist` to `dist/cjs`.
 *
 * Declarations are copied, because TypeScript doesn't let CommonJS refer to values of ES modules. Those of files whose paths start with
 * an argument refer to the types of the ES modules instead, because they are large, or have types that must be the same. They declare no classes.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const referring = process.argv.slice(2);

write('package.json', '{ "type": "commonjs" }\n');
for (const file of globSync('**/*.{js,d.ts}', { cwd: 'dist', exclude: ['cjs'] })) {
  const source = readFileSync(join('dist', file), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
  if (file.endsWith('.js')) write(file, toCommonJs(source));
  else write(file, referring.some((path) => file.startsWith(path)) ? referTo(file, source) : source);
}

function write(file: string, text: string): void {
  const path = join('dist/cjs', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function toCommonJs(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, removeComments: true },
  });
  return outputText;
}

/** Returns declarations that take all types from the ES module. */
function referTo(file: string, source: string): string {
  const up = '../'.repeat(file.split('/').length);
  const module = `'${up}${file.replace(/\.d\.ts$/, '.js')}' with { 'resolution-mode': 'import' }`;
  const names = [...source.matchAll(/^export declare (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return [
    ...(names.length > 0 ? [`import type * as module from ${module};`] : []),
    `export type * from ${module};`,
    ...names.map((name) => `export declare const ${name}: typeof module.${name};`),
    '',
  ].join('\n');
}
