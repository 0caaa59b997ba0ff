import { onTestFinished, vi } from 'vitest';

/** Longer than a run or an export of the mock takes. */
export const RUN_MS = 6_000;

/** The clock of the mocks, which run in the process of the tests. */
export interface MockClock {
  /** Lets some milliseconds pass at once. */
  advance(ms: number): void;
  /** Lets time pass by itself again. */
  resume(): void;
}

/**
 * Stops the clock of the mocks until the test resumes it or ends, so that runs and exports stay in a state until a test has seen
 * it, however busy the machine is. Timers and the clock of pages go on.
 */
export function stopMockClock(): MockClock {
  const resume = () => void vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(resume);
  return { advance: (ms) => void vi.setSystemTime(Date.now() + ms), resume };
}
