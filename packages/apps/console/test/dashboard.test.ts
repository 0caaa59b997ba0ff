import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

it('links every number to a list with as many rows', async () => {
  const page = await tested.signIn();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const links = await page
    .getByRole('list', { name: 'Inventory' })
    .or(page.getByRole('region', { name: 'Scans' }))
    .getByRole('link')
    .evaluateAll((elements) =>
      elements.map((element) => ({ text: element.textContent ?? '', href: (element as HTMLAnchorElement).href })),
    );
  expect(links.length).toBeGreaterThan(20);
  for (const { text, href } of links) {
    const expected = Number(/\d+/.exec(text)?.[0]);
    const { pathname, search } = new URL(href);
    await page.evaluate((address) => {
      history.pushState({}, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, pathname + search);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const rows = page.locator('tbody tr[aria-rowindex]');
    await expect.poll(() => rows.count(), { message: `${text}: ${href}` }).toBe(expected);
    if (expected === 0) await page.getByRole('heading', { name: /^No / }).waitFor();
  }
});

it('shows the histogram as a table with the same numbers', async () => {
  const page = await tested.signIn();
  const panel = page.getByRole('region', { name: 'Unresolved issues, last 30 days' });
  await panel.getByRole('button', { name: 'Show as table' }).click();
  expect(await panel.getByRole('row').count()).toBe(31);
});
