import { readdirSync, readFileSync } from 'node:fs';
import { createMock } from '@aispm/mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMENTS_PROGRAM, commentExamples, operationNames, README_PROGRAM } from './examples.ts';
import { withoutDelays } from './without-delays.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Runs a program of examples with a `fetch`; returns the statuses of the responses and the printed lines. */
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
  return { statuses, lines: log.mock.calls.map((values) => values.join(' ')) };
}

describe('the examples', () => {
  it('of the README run from top to bottom with the mock', async () => {
    const { fetch } = await createMock({ stateful: true });
    const { statuses, lines } = await runExamples(README_PROGRAM, withoutDelays(fetch));
    expect(statuses.length).toBeGreaterThan(12);
    // From the example that distinguishes errors.
    expect(statuses.filter((status) => status >= 300)).toEqual([404]);
    expect(lines).toContain('completed');
    expect(lines.filter((line) => /undefined|NaN/.test(line))).toEqual([]);
  });

  it('of all doc comments run with the mock', async () => {
    const fetch = withoutDelays((await createMock()).fetch);
    const { statuses, lines } = await runExamples(COMMENTS_PROGRAM, async (url, init) => {
      // This mock has no state: it must return a run that has ended for one that was just started.
      const prefer = /\/evaluation-runs\/.+\/workspaces\/[^/]+\/[^/?]+$/.test(String(url))
        ? { prefer: 'example=prompt_injection_run_1' }
        : {};
      return fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...prefer } });
    });
    expect(statuses.length).toBeGreaterThan(60);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    expect(lines.filter((line) => /undefined|NaN/.test(line))).toEqual([]);
  });

  it('cover every operation', () => {
    const source = readFileSync(new URL('../src/generated/operations.ts', import.meta.url), 'utf8');
    const called = commentExamples(source).map((code) => /await (\w+)\(/.exec(code)?.[1]);
    expect(operationNames()).not.toHaveLength(0);
    expect(called).toEqual(operationNames());
  });

  it('include every exported hand-written function', () => {
    const folder = new URL('../src/', import.meta.url);
    const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('generated'),
    );
    const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
    const entries = files
      .filter((file) => !file.includes('/'))
      .map(read)
      .join(' ');
    const exported = new Set(
      [...entries.matchAll(/export (?:\{([^}]*)\}|function (\w+))/g)].flatMap(([text]) => text.match(/\w+/g)),
    );
    const functions = files
      .flatMap((file) => [...read(file).matchAll(/(?:^\/\*\*(.*?)\*\/\n)?^export function (\w+)/gms)])
      .filter(([, , name]) => exported.has(name as string));
    expect(functions.length).toBeGreaterThan(9);
    // One of the overloads of a function has the example.
    const withExample = functions.filter(([, comment]) => comment?.includes('@example')).map(([, , name]) => name);
    expect(functions.map(([, , name]) => name).filter((name) => !withExample.includes(name))).toEqual([]);
  });
});
