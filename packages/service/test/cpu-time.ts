/** How much work something is, whatever else the machine has to do meanwhile. */

/** Time that this process works for something, in milliseconds: it does not pass while others have the processor. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
