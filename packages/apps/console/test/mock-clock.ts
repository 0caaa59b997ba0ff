import { onTestFinished, vi } from 'vitest';

/** Longer than the duration of a mock's run or export. */
export const RUN_MS = 6_000;

/** The clock of the mocks, which run in the test process. */
export interface MockClock {
  /** Advances the clock. */
  advance(ms: number): void;
  /** Restarts the clock. */
  resume(): void;
}

/**
 * Stops the clock of the mocks until the test resumes it or ends, so that runs and exports stay in a state until the test
 * has seen it. Timers and the clock of pages keep running.
 */
export function stopMockClock(): MockClock {
  const resume = () => void vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(resume);
  return { advance: (ms) => void vi.setSystemTime(Date.now() + ms), resume };
}
