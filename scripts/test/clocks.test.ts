import { describe, expect, it } from 'vitest';
import { clockViolations, findClocks } from '../lint/clocks.ts';

describe('the check of clocks', () => {
  it.each([
    ['waits for a time', 'await new Promise((resolve) => setTimeout(resolve, 20));'],
    ['waits for a time', "import { setTimeout as delay } from 'node:timers/promises';"],
    ['measures time', 'const start = performance.now();'],
    ['measures time', 'expect(Date.now() - start).toBeLessThan(500);'],
    ['measures the time of the processor', 'const { user } = process.cpuUsage();'],
    ['measures memory', 'const { rss } = process.memoryUsage();'],
    ['measures memory', 'expect(memoryUsage().rss).toBeLessThan(1);'],
    ['measures garbage collection', 'const kept = new WeakRef(value);'],
  ])('notices that a test %s: %s', (use, source) => {
    expect(findClocks(source)).toEqual([use]);
  });

  it.each([
    "vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });",
    "import { setImmediate } from 'node:timers/promises';",
    'const expiresAt = new Date(Date.now() - 1_000);',
    'const start = Date.now() - days * DAY_MS;',
    'vi.useFakeTimers(); expect(Date.now() - start).toBe(600_000);',
  ])('accepts %s', (source) => {
    expect(findClocks(source)).toEqual([]);
  });

  const found = new Map([
    ['test/lists.db.test.ts', ['measures time', 'measures memory']],
    ['test/pages.test.ts', []],
  ]);

  it('reports a file without a reason', () => {
    expect(clockViolations(found, {})).toEqual([
      'test/lists.db.test.ts measures time and measures memory. Use vi.useFakeTimers or expect.poll, or a benchmark.',
    ]);
  });

  it('accepts a file with a reason, regardless of its group', () => {
    expect(clockViolations(found, { 'test/lists': 'A reason.' })).toEqual([]);
  });

  it('reports a reason that no file needs', () => {
    const exceptions = { 'test/lists': 'A reason.', 'test/pages': 'A reason.' };
    expect(clockViolations(found, exceptions)).toEqual([
      'test/pages needs no exception. Remove it from scripts/lint/clocks.yaml.',
    ]);
  });
});
