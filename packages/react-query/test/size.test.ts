import { programSize } from '@aispm/testing/bundle';
import { describe, expect, it } from 'vitest';

/** What a program with one list needs without this package. */
const BASE = `
export { createClient, listRules } from '@aispm/client';
export { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';`;

/** Returns the size of a program without React, in bytes. */
const sizeOf = (program: string): Promise<number> =>
  programSize(program, import.meta.dirname, {
    external: ['react'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });

/** Returns the bytes that these exports add to the client and TanStack Query. */
async function addedSize(exports: string): Promise<number> {
  return (await sizeOf(`${BASE}\nexport ${exports} from '@aispm/react-query';`)) - (await sizeOf(BASE));
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
