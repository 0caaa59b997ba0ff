/** @module-tag long */
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';
import { RUN_MS, stopMockClock } from './mock-clock.ts';

const tested = startConsole();

it('the chosen columns of a list are restored in the next session', async () => {
  const page = await tested.signIn(tested.screen('/agents'));
  const header = (name: string) => page.getByRole('columnheader', { name });
  await header('Framework').waitFor();
  const stored = () =>
    page.waitForResponse(
      (response) => response.url().includes('/client-storage/') && response.request().method() === 'PUT',
    );
  await page.getByRole('button', { name: 'Columns' }).click();
  const [first] = await Promise.all([stored(), page.getByRole('checkbox', { name: 'Framework' }).uncheck()]);
  await header('Framework').waitFor({ state: 'detached' });
  const [second] = await Promise.all([stored(), page.getByRole('checkbox', { name: 'Platform' }).check()]);
  expect([first.ok(), second.ok()]).toEqual([true, true]);
  await header('Platform').waitFor();

  const later = await tested.signIn(tested.screen('/agents'));
  await later.getByRole('columnheader', { name: 'Platform' }).waitFor();
  await expect.poll(() => later.getByRole('columnheader', { name: 'Framework' }).count()).toBe(0);
  await later.goto(`${tested.url}${tested.screen('/models')}`);
});

it('the state of a list can be saved as a view, opened and deleted', async () => {
  const page = await tested.signIn(tested.screen('/agents?severity=critical&sort=last_seen_at&order=ASC'));
  await page.getByRole('table', { name: 'Agents' }).or(page.getByText('No agents match')).first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  const menu = page.getByRole('dialog', { name: 'Views' });
  await menu.getByText('This list has no saved views yet').waitFor();
  await menu.getByLabel('Name of a new view').fill('Most severe agents');
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'Most severe agents' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByText('Customs Desk').first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await menu.getByRole('link', { name: 'Most severe agents' }).click();
  await page.getByRole('button', { name: 'Remove filter Severity: Critical' }).waitFor();
  const search = new URL(page.url()).searchParams;
  expect(search.get('sort')).toBe('last_seen_at');
  expect(search.get('order')).toBe('ASC');
  expect(search.getAll('columns')).toContain('aispm_friendly_name');

  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Most severe agents' }).click();
  await page.getByRole('heading', { name: 'Most severe agents' }).waitFor();
  await page.getByText('Severity: Critical').waitFor();
  await page.getByRole('button', { name: 'Delete view…' }).click();
  await page.getByRole('button', { name: 'Delete Most severe agents' }).click();
  await page.getByRole('link', { name: 'Critical and high issues' }).waitFor();
  await page.getByRole('link', { name: 'Most severe agents' }).waitFor({ state: 'detached' });
});

it('a failure to save a view is explained', async () => {
  const page = await tested.signIn(tested.screen('/agents'));
  await page.route('**/views*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          json: { code: 422, reason: 'invalid_view', message: 'The list has no column with this name.' },
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.continue(),
  );
  await page.getByText('Customs Desk').first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of a new view').fill('Agents');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('Not saved. The list has no column with this name.').waitFor();
});

it('a view can be exported, and its file downloaded', async () => {
  const page = await tested.signIn(tested.screen('/views'));
  await page.getByRole('link', { name: 'Critical and high issues' }).click();
  const clock = stopMockClock();
  await page.getByRole('button', { name: 'Export view' }).click();
  await page.getByRole('progressbar', { name: 'Export' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export view' }).isDisabled()).toBe(true);
  clock.advance(RUN_MS);
  const table = page.getByRole('table', { name: 'Exports' });
  const save = table.getByRole('button', { name: 'Download CSV' }).first();
  await save.waitFor();
  await page.getByRole('progressbar', { name: 'Export' }).waitFor({ state: 'detached' });
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(file.suggestedFilename()).toBe('Critical and high issues.csv');
  expect(await text(await file.createReadStream())).toMatch(/^[a-z_]+,/);
  await table.getByText(/^[\d,]+ bytes$/).waitFor();
});
