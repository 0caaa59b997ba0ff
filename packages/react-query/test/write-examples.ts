/** Writes the examples of the README and of the doc comments as programs, once for all tests. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../', import.meta.url);

/** The examples of the README that aren't components, as one program. */
export const README_PROGRAM = new URL('generated/readme.ts', folder);
/** The examples of all doc comments as one program. */
export const COMMENTS_PROGRAM = new URL('generated/comments.ts', folder);

export default function writeExamples(): void {
  mkdirSync(new URL('generated/', folder), { recursive: true });
  writeFileSync(README_PROGRAM, readmeCode('ts'));
  writeFileSync(new URL('generated/components.tsx', folder), readmeCode('tsx'));
  writeFileSync(
    COMMENTS_PROGRAM,
    `import { createClient, getIssue, getRule, listIssues, listRules, updateIssue, updateIssues } from '@aispm/client';
import { changeItems, infiniteQueryOptions, invalidateAfter, mutationOptions, queryKey, queryOptions, skippableQueryOptions } from '@aispm/react-query';
import { QueryClient, skipToken } from '@tanstack/react-query';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't' });
const queryClient = new QueryClient();
${commentExamples()
  .map((code) => `{\n${code}}`)
  .join('\n')}
`,
  );
}

/** Returns the code of the README in one language. */
function readmeCode(language: string): string {
  const text = readFileSync(new URL('README.md', folder), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code).join('\n');
}

/** Returns the code of every `@example` of the sources. */
function commentExamples(): string[] {
  const sources = readdirSync(new URL('src/', folder), { encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return sources
    .flatMap((file) => readFileSync(new URL(`src/${file}`, folder), 'utf8').match(/\/\*\*.*?\*\//gs) ?? [])
    .flatMap((comment) => comment.split(/^ \* @example\n/m).slice(1))
    .map((code) => code.replace(/^ \*\/$/m, '').replaceAll(/^ \* ?/gm, ''));
}
