import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgressBar } from '../src/command/progress-bar.ts';

function print(isTTY: boolean, isQuiet = false): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const bar = createProgressBar(stream as unknown as NodeJS.WriteStream, isQuiet);
  bar.show({ done: 5, total: 10, requests: 42, failed: 1, check: 'paging' });
  bar.clear();
  return String(stream.read() ?? '');
}

describe('the progress bar', () => {
  it('shows the progress in a terminal, and clears it at the end', () => {
    expect(print(true)).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 5/10 paging, 42 requests, 1 failed`);
    expect(print(true).endsWith('\r\x1b[K')).toBe(true);
  });

  it('prints nothing to a file or a pipe', () => {
    expect(print(false)).toBe('');
  });

  it('prints nothing in a quiet run', () => {
    expect(print(true, true)).toBe('');
  });
});
