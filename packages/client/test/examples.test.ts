import { readdirSync, readFileSync } from 'node:fs';
import { createMock, type Mock } from '@aispm/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { commentExamples, exampleFiles, operationNames } from './examples.ts';

const [readme, comments] = exampleFiles as [URL, URL];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Runs a program of examples against this `fetch`; the statuses of the answers and what the program printed. */
async function runExamples(
  program: URL,
  fetch: typeof globalThis.fetch,
): Promise<{ statuses: number[]; lines: string[] }> {
  const statuses: number[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    statuses.push(response.status);
    return response;
  });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(program.href);
  return { statuses, lines: log.mock.calls.map((words) => words.join(' ')) };
}

/** The answers of a mock at once, without the usual waits between two questions. */
const withoutWaits =
  (fetch: Mock['fetch']): typeof globalThis.fetch =>
  async (url, init) => {
    const response = await fetch(String(url), init);
    const headers = new Headers(response.headers);
    if (headers.has('retry-after')) headers.set('retry-after', '0');
    return new Response(response.body, { status: response.status, headers });
  };

test('the README runs from top to bottom against the mock', async () => {
  const { fetch } = await createMock({ stateful: true });
  const { statuses, lines } = await runExamples(readme, withoutWaits(fetch));
  expect(statuses.length).toBeGreaterThan(12);
  expect(statuses.filter((it) => it >= 300)).toEqual([]);
  expect(lines).toContain('completed');
  expect(lines.filter((it) => /undefined|NaN/.test(it))).toEqual([]);
});

test('the examples of all comments run against the mock', async () => {
  const fetch = withoutWaits((await createMock()).fetch);
  const { statuses, lines } = await runExamples(comments, async (url, init) => {
    // This mock has no state: a run that was started just now is asked for as one that has ended.
    const prefer = /\/evaluation-runs\/.+\/workspaces\/[^/]+\/[^/?]+$/.test(String(url))
      ? { prefer: 'example=prompt_injection_run_1' }
      : {};
    return fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...prefer } });
  });
  expect(statuses.length).toBeGreaterThan(60);
  expect(statuses.filter((it) => it >= 300)).toEqual([]);
  expect(lines.filter((it) => /undefined|NaN/.test(it))).toEqual([]);
});

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
