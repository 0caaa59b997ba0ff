/** Waits for states, not for times. */

/**
 * Waits until something holds.
 *
 * @param limitMs long enough for any machine: it ends what would never come
 * @throws when it does not in time
 */
export async function until(holds: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not come to hold within ${limitMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
