import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const packageFolder = new URL('../', import.meta.url);

/** The examples of the README and the reference as one program. */
export const README_PROGRAM = new URL('generated/readme.ts', packageFolder);
/** The examples of all doc comments as one program. */
export const COMMENTS_PROGRAM = new URL('generated/comments.ts', packageFolder);

/** Writes the examples of the README, of the reference and of the doc comments of the source, including those of the operations. */
export function writeExamples(): void {
  const blocks = [...`${read('README.md')}\n${read('REFERENCE.md')}`.matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code]) => code,
  );
  writeFileSync(README_PROGRAM, blocks.join('\n'));

  const sources = readdirSync(new URL('src/', packageFolder), { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.ts'),
  );
  const examples = sources.flatMap((file) => commentExamples(read(`src/${file}`)));
  writeFileSync(
    COMMENTS_PROGRAM,
    `import { createClient, createTokenSource, download, hasEnded, isApiError, isConnectionError, isDecodeError, isTimeoutError, paginate, runToEnd, tableRows, waitForExport, waitForRun, waitForScan, withWorkspace, ${operationNames().join(', ')} } from '@aispm/client';
import { createDeprecationHooks, createLogHooks } from '@aispm/client/debug';
import { defineOperation, withOptions } from '@aispm/client/extend';
import { createTraceHooks } from '@aispm/client/otel';
import { isValidationError, withValidation } from '@aispm/client/validate';
import { verifyWebhook } from '@aispm/client/webhooks';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't' });
${examples.map((code) => `{\n${code}}`).join('\n')}
`,
  );
}

/** Returns the names of the functions of all operations. */
export function operationNames(): string[] {
  return [...read('src/generated/operations.ts').matchAll(/^export const (\w+):/gm)].map(([, name = '']) => name);
}

/** Returns the code of every `@example` of a source. */
export function commentExamples(source: string): string[] {
  const comments = source.match(/\/\*\*.*?\*\//gs) ?? [];
  return comments.flatMap((comment) => {
    const [, example] = comment.split(/^ \* @example\n/m);
    return example ? [example.replace(/^ \*\/$/m, '').replace(/^ \* ?/gm, '')] : [];
  });
}

function read(path: string): string {
  return readFileSync(new URL(path, packageFolder), 'utf8');
}
