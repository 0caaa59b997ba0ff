/** @module-tag long */
import { expect, it } from 'vitest';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { RUN_MS, stopMockClock } from './mock-clock.ts';

const tested = startConsole();
const newcomer = startConsole(() => startOnMock({ scenario: 'empty' }));
const generated = startConsole(() => startOnMock({ scenario: 'generated', rows: 150, seed: 'changes' }));

/** A scan that finds a tool that no other found. */
const DOCUMENT = {
  scan_type: 'code',
  target: 'github.com/halden-freight/rate-desk',
  tool_name: 'scanner-of-a-test',
  tool_version: '1.0.0',
  objects: [
    {
      object_type: 'tool',
      key: 'tool',
      stable_key: 'rate-desk/quote',
      aispm_friendly_name: 'Quote',
      tool_name: 'quote',
      tool_source: 'function',
      tool_kind: 'tool',
    },
  ],
  edges: [],
  locations: [],
  occurrences: [],
};

it('changes are selected by period and kind, which the URL keeps, and link to what changed', async () => {
  const page = await tested.signIn(tested.screen('/changes'));
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByLabel('Period').selectOption('Since yesterday');
  await page.getByRole('button', { name: 'Relations' }).click();
  await page.getByText('All 1 change, oldest first').waitFor();
  expect(new URL(page.url()).search).toBe('?since=yesterday&kind=relation_appeared&kind=relation_disappeared');
  const row = page.getByRole('region', { name: 'Yesterday' }).getByRole('listitem');
  expect(await row.innerText()).toMatch(/\d\d:\d\d\s+New\s+Agent Shipment Tracker calls Web search\s+in a scan/);
  await row.getByRole('link', { name: 'Web search' }).click();
  await page.getByRole('heading', { name: 'Web search', level: 1 }).waitFor();
});

it('changes since a moment that the user enters are shown', async () => {
  const page = await tested.visit(tested.screen('/changes'));
  await page.getByLabel('Period').selectOption('Since…');
  const before = await page.getByLabel('Since', { exact: true }).inputValue();
  await page.getByLabel('Since', { exact: true }).fill(before.replace(/^\d{4}/, '2099'));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('heading', { name: 'Nothing changed' }).waitFor();
  expect(new URL(page.url()).searchParams.get('since')).toMatch(/^2099-/);
});

it('a period of which changes were removed is explained, and all changes that are kept are offered', async () => {
  const page = await tested.signIn(tested.screen());
  await page.route(`${tested.api}/changes/**since=**`, (route) =>
    route.fulfill({
      status: 410,
      json: { code: 410, reason: 'changes_removed', message: 'Changes in this period have been removed.' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  await page.getByRole('heading', { name: 'Not all of these changes are kept' }).waitFor();
  await page.getByRole('button', { name: 'Show all changes that are kept' }).click();
  await page.getByText(/^All 1\d changes/).waitFor();
});

it('an empty period is explained', async () => {
  const page = await newcomer.visit(newcomer.screen('/changes'));
  await page.getByRole('heading', { name: 'Nothing changed' }).waitFor();
});

it('later changes are loaded on request, and the total is shown', async () => {
  const page = await generated.visit(generated.screen('/changes?since=all'));
  await page.getByText('The first 100 changes').waitFor();
  await page.getByRole('heading', { level: 1 }).getByText('150').waitFor();
  await page.getByRole('button', { name: 'Show later changes' }).click();
  await page.getByText('All 150 changes, oldest first').waitFor();
});

it('the dashboard counts new objects, and links to as many changes', async () => {
  const clock = stopMockClock();
  const headers = { authorization: `Bearer ${tested.key}`, 'content-type': 'application/json' };
  const url = `${tested.api}/scans/tenants/halden-freight/workspaces/production`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(DOCUMENT) });
  expect(response.status, await response.text()).toBe(202);
  clock.advance(RUN_MS);
  const page = await tested.signIn(tested.screen());
  await page.getByRole('link', { name: '+1 new' }).click();
  await page.getByText('All 1 change, oldest first').waitFor();
  await page.getByRole('link', { name: 'Quote' }).waitFor();
});
