/** @module-tag long */
import { expect, it } from 'vitest';
import { followAfresh, startConsole } from './console.ts';

const tested = startConsole();

it('outcomes are shown over time, by category and by agent, with links to the counted interactions', async () => {
  const page = await tested.signIn(tested.screen('/runtime?tab=outcomes&hours=24'));
  await page.getByRole('img', { name: /^Interactions by hour\. Highest number: [1-4]\.$/ }).waitFor();
  const categories = page.getByRole('table', { name: 'Outcomes by category' });
  await categories.getByRole('row', { name: /Prompt injection 1 2 1 0 0 1/ }).waitFor();
  const agents = page.getByRole('table', { name: 'Outcomes by agent' });
  await agents.getByRole('row', { name: /Customs Desk 2 1 0 0 1/ }).waitFor();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.poll(() => page.getByRole('table', { name: 'Interactions by hour' }).getByRole('row').count()).toBe(25);

  const links = page.getByRole('region', { name: 'Outcomes' }).getByRole('link', { name: /^[1-9]/ });
  const counted = await links.evaluateAll((all) =>
    all.map((link) => ({ text: link.textContent ?? '', href: (link as HTMLAnchorElement).href })),
  );
  expect(counted.length).toBeGreaterThan(8);
  for (const { text, href } of counted) {
    await followAfresh(page, href);
    await page.getByRole('table', { name: 'Interactions' }).waitFor();
    const rows = page.locator('tbody tr[aria-rowindex]');
    await expect.poll(() => rows.count(), { message: `${text}: ${href}` }).toBe(Number.parseInt(text, 10));
  }
});

it('a period without interactions shows an empty state', async () => {
  const page = await tested.open(tested.screen('/runtime?tab=outcomes'));
  await page.clock.setFixedTime(new Date('2020-01-01T00:00:00Z'));
  await page.getByLabel('API key').fill(tested.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'No interactions' }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'By agent' }).count()).toBe(0);
});

it('the messages of an interaction are only requested on demand', async () => {
  const page = await tested.signIn(tested.screen('/runtime'));
  await page.getByRole('table', { name: 'Interactions' }).getByRole('link').first().click();
  const show = page.getByRole('button', { name: 'Show message content' });
  await show.waitFor();
  expect(tested.requests.filter((url) => url.includes('include_content'))).toEqual([]);
  await show.click();
  await expect.poll(() => tested.requests.filter((url) => url.includes('include_content=true')).length).toBe(1);
});
