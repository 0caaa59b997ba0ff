import { createMock } from '@aispm/mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMMENTS_PROGRAM, README_PROGRAM } from './write-examples.ts';

/** Runs a program with the mock as the global `fetch`; returns the statuses of the responses and the printed lines. */
async function run(program: URL, stateful: boolean): Promise<{ statuses: number[]; lines: string[] }> {
  const mock = await createMock({ stateful });
  const statuses: number[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await mock.fetch(url, init);
    statuses.push(response.status);
    return response;
  });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(program.href);
  return { statuses, lines: log.mock.calls.map((values) => values.join(' ')) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// types.process.test.ts compiles them and the README's components.
describe('the examples', () => {
  it('of the README run from top to bottom with the mock', async () => {
    const { statuses, lines } = await run(README_PROGRAM, true);
    expect(statuses.length).toBeGreaterThan(6);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    expect(lines.filter((line) => /undefined|NaN/.test(line))).toEqual([]);
  });

  it('of all doc comments run with the mock', async () => {
    const { statuses, lines } = await run(COMMENTS_PROGRAM, false);
    expect(statuses).toEqual([200, 200, 200]);
    expect(lines.filter((line) => /undefined|NaN/.test(line))).toEqual([]);
  });
});
