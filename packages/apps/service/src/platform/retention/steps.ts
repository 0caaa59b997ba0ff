/** Yields how much each step has removed, until one removes nothing. */
export async function* untilNone(step: () => Promise<number>): AsyncGenerator<number> {
  for (let removed = await step(); removed > 0; removed = await step()) yield removed;
}
