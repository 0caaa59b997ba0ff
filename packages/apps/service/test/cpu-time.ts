/** Measures processor time, which does not depend on the load of the machine. */

/** Runs a function. @returns the processor time of this process meanwhile, in milliseconds */
export async function measureCpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
