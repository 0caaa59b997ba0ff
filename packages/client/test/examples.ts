import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const package_ = new URL('../', import.meta.url);

/** Where the examples are written: the README as one program, and one program for those of the comments. */
export const exampleFiles: URL[] = ['readme.ts', 'comments.ts'].map((name) => new URL(`generated/${name}`, package_));

/** Writes the examples of the README and of the comments of the source, those of the operations among them. */
export function writeExamples(): void {
  const [readme, comments] = exampleFiles as [URL, URL];
  const blocks = [...read('README.md').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  writeFileSync(readme, blocks.join('\n'));

  const sources = readdirSync(new URL('src/', package_), { encoding: 'utf8' }).filter((it) => it.endsWith('.ts'));
  const examples = [...sources, 'generated/operations.ts'].flatMap((file) => commentExamples(read(`src/${file}`)));
  writeFileSync(
    comments,
    `import { createClient, isApiError, isConnectionError, isDecodeError, isTimeoutError, paginate, runToEnd, tableRows, waitForRun, ${operationNames().join(', ')} } from '@aispm/client';
import { reportContractMismatch } from '@aispm/client/digest';
import { isValidationError, validated } from '@aispm/client/validate';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't' });
${examples.map((code) => `{\n${code}}`).join('\n')}
`,
  );
}

/** The functions of all operations. */
export function operationNames(): string[] {
  return [...read('src/generated/operations.ts').matchAll(/^export const (\w+):/gm)].map(([, name = '']) => name);
}

/** The code of every `@example` of a source. */
export function commentExamples(source: string): string[] {
  const comments = source.match(/\/\*\*.*?\*\//gs) ?? [];
  return comments.flatMap((comment) => {
    const [, example] = comment.split(/^ \* @example\n/m);
    return example ? [example.replace(/^ \*\/$/m, '').replace(/^ \* ?/gm, '')] : [];
  });
}

function read(path: string): string {
  return readFileSync(new URL(path, package_), 'utf8');
}
