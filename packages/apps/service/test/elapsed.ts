/** Durations for deadlines, on machines of any load. */

let ticks = 0;
setInterval(() => {
  ticks += 1;
}, 1_000).unref();

/**
 * Starts to measure seconds in which this process ran. When the machine is too busy for the processes under test, it's for this one as
 * well, whose timer then misses ticks.
 *
 * @returns a function that returns the seconds until now
 */
export function measureElapsed(): () => number {
  const start = ticks;
  return () => ticks - start;
}
