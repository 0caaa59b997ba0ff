import { createMock } from '@aispm/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleFiles } from './examples.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(exampleFiles.map((it) => [it.pathname.split('/').at(-1), it] as const))(
  'the examples run against the mock: %s',
  async (_, file) => {
    const { fetch } = await createMock();
    const statuses: number[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      // The mock has no memory: a run that was started just now is asked for as one that has ended.
      const prefer = /\/evaluation-runs\//.test(url) ? { prefer: 'example=prompt_injection_run_1' } : {};
      const response = await fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...prefer },
      });
      statuses.push(response.status);
      // The mock asks for the usual waits between two questions.
      const headers = new Headers(response.headers);
      if (headers.has('retry-after')) headers.set('retry-after', '0');
      return new Response(response.body, { status: response.status, headers });
    });
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(file.href);
    expect(statuses.length).toBeGreaterThan(3);
    expect(statuses.filter((it) => it >= 300)).toEqual([]);
    const lines = log.mock.calls.map((words) => words.join(' '));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((it) => /undefined|NaN/.test(it))).toEqual([]);
  },
);
