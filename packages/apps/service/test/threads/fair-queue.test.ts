import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue } from '../../src/platform/threads/fair-queue.ts';

it('owners take turns, and up to the maximum number of tasks run concurrently', async () => {
  const queue = new FairQueue(2);
  const started: string[] = [];
  const running = new Set<string>();
  let maxRunning = 0;
  const run = (name: string) =>
    queue.run(name[0] as string, async () => {
      started.push(name);
      running.add(name);
      maxRunning = Math.max(maxRunning, running.size);
      await setImmediate();
      running.delete(name);
      return name;
    });
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'];
  expect(await Promise.all(names.map(run))).toEqual(names);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  expect(maxRunning).toBe(2);
});

it('a task that fails frees its slot', async () => {
  const queue = new FairQueue(1);
  const failed = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'next');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
