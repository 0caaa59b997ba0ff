import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** What a program with one list needs without this package. */
const BASE = `
export { createClient, listRules } from '@aispm/client';
export { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';`;

/** Returns the size of a program for a browser without React, minified and compressed, in bytes. */
async function programSize(program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['react'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return gzipSync(outputFiles[0]?.text ?? '', { level: 9 }).length;
}

/** Returns the bytes that these exports add to the client and TanStack Query. */
async function addedSize(exports: string): Promise<number> {
  return (await programSize(`${BASE}\nexport ${exports} from '@aispm/react-query';`)) - (await programSize(BASE));
}

describe('the size (minified, gzip) on top of the client and TanStack Query', () => {
  it.each(['infiniteQueryOptions', 'queryOptions'])('of one list with %s is up to 800 bytes', async (name) => {
    const size = await addedSize(`{ ${name} }`);
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThanOrEqual(800);
  });

  it('of everything is up to 6144 bytes', async () => {
    expect(await addedSize('*')).toBeLessThanOrEqual(6144);
  });
});
