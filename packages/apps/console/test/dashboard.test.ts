import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('shows the histogram as a table with the same numbers', async () => {
  const page = await tested.signIn();
  const panel = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect.poll(() => panel.getByRole('row').count()).toBe(31);
});
