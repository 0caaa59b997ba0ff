import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from './run-program.ts';

describe('paths', () => {
  it('are found in a number of steps that does not grow with the number of operations', async () => {
    const { stdout, stderr } = await run(join(import.meta.dirname, 'router-steps.ts'), ['20', '4000']).ended;
    expect(stderr).toBe('');
    const [few, many] = JSON.parse(stdout);
    expect(few).toBeGreaterThan(0);
    // The engine counts one step more or less; a step for each operation would be thousands.
    expect(many).toBeLessThan(few + 20);
  });
});
