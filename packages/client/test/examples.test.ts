import { readdirSync, readFileSync } from 'node:fs';
import { createMock } from '@aispm/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { commentExamples, exampleFiles, operationNames } from './examples.ts';

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
      const prefer = /\/evaluation-runs\/.+\/workspaces\/[^/]+\/[^/?]+$/.test(url)
        ? { prefer: 'example=prompt_injection_run_1' }
        : {};
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

test('every operation has an example that calls it', () => {
  const source = readFileSync(new URL('../src/generated/operations.ts', import.meta.url), 'utf8');
  const called = commentExamples(source).map((code) => /await (\w+)\(/.exec(code)?.[1]);
  expect(operationNames()).not.toHaveLength(0);
  expect(called).toEqual(operationNames());
});

test('every function that is written by hand and exported from a file of the API has an example', () => {
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder, { encoding: 'utf8' }).filter((it) => it.endsWith('.ts'));
  const functions = files.flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/(?:^\/\*\*(.*?)\*\/\n)?^export function (\w+)/gms),
  ]);
  expect(functions.length).toBeGreaterThan(9);
  expect(functions.filter(([, comment]) => !comment?.includes('@example')).map((it) => it[2])).toEqual([]);
});
