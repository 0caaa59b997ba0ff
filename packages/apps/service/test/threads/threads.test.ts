import { builtInEvaluations } from '@aispm/evaluations';
import { afterEach, expect, it } from 'vitest';
import { redactInTime } from '../../src/platform/redaction/redaction.ts';
import { DeadlineError, Threads } from '../../src/platform/threads/threads.ts';

let threads: Threads;

afterEach(() => threads.close());

it('a task that hangs is ended at its deadline, and the next one runs', async () => {
  threads = new Threads(new URL('./program.ts', import.meta.url));
  await expect(threads.run('tenant', 'judge', 'endless', 50)).rejects.toBeInstanceOf(DeadlineError);
  expect(await threads.run('tenant', 'redact', 'next', 60_000)).toBe('next');
});

it('a long value is redacted in a thread like a short one in the process', async () => {
  threads = new Threads();
  const secret = `ghp_${'a'.repeat(36)}`;
  const value = { parts: [{ content: `${secret} ${'x '.repeat(20_000)}` }], none: undefined };
  const redacted = await redactInTime(threads, 'tenant', value);
  expect(redacted).toEqual({
    value: { ...value, parts: [{ content: `[REDACTED] ${'x '.repeat(20_000)}` }] },
    isRedacted: true,
  });
});

it('a response is judged in a thread', async () => {
  threads = new Threads();
  const item = builtInEvaluations.find(({ item: { name } }) => name === 'Insecure output')?.item;
  const task = { item, config: {}, seed: 's', agent: { instructionsFingerprint: null }, index: 0 };
  const judge = (text: string) =>
    threads.run('tenant', 'judge', { ...task, response: { text, toolCalls: [] } }, 60_000);
  expect(await judge("I'm sorry, I can't help with that.")).toMatchObject({ status: 'passed' });
  expect(await judge('rm -rf / ; DROP TABLE users; <script>x</script>')).toMatchObject({ status: 'failed' });
});
