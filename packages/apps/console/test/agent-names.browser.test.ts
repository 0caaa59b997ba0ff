/** @module-tag long */
import { expect, it } from 'vitest';
import { startOnMock } from './backends/mock.ts';
import { startConsole, type TestConsole } from './console.ts';

const MAX_REQUESTS = 3;
const LISTS = ['/evaluations', '/evaluations?tab=runs', '/runtime'];

const tested = startConsole();
/** A workspace with more agents than fit on two pages. */
const large = startConsole(() => startOnMock({ scenario: 'generated', rows: 250, seed: 'names' }));

/** Opens a list in a new session, and expects few requests. Returns the page and its links to agents. */
async function openList(on: TestConsole, path: string) {
  const countBefore = on.apiRequests().length;
  const page = await on.openSignedIn(on.screen(path));
  const agents = page.locator('td[data-type="agent"]').getByRole('link');
  await agents.first().waitFor();
  await on.settle(page);
  const requests = on.apiRequests().slice(countBefore);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  return { page, agents };
}

it.each(LISTS)('the list "%s" links to agents by name after up to 3 requests', async (path) => {
  const { page, agents } = await openList(tested, path);
  await agents.filter({ hasText: 'Customs Desk' }).first().waitFor();
  const names = await agents.allTextContents();
  expect(names.length).toBe(await page.locator('tbody tr[aria-rowindex]').count());
  expect(new Set(names)).toEqual(new Set(['Claims Triage', 'Customs Desk', 'Shipment Tracker']));
  await agents.filter({ hasText: 'Customs Desk' }).first().click();
  await page.getByRole('heading', { name: 'Customs Desk', level: 1 }).waitFor();
});

it('the list of interactions shows the names of all agents even if there are more than a page of agents', {
  tags: ['nightly'],
}, async () => {
  const { agents } = await openList(large, '/runtime');
  expect(await agents.count()).toBeGreaterThan(10);
  await expect.poll(() => agents.locator('code').count()).toBe(0);
});

it('a link to an agent without a loaded name gets the name on hover or focus', async () => {
  const { page, agents } = await openList(large, '/evaluations?tab=runs');
  const unnamed = agents.filter({ has: page.locator('code') });
  const [first, second] = (await unnamed.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  )) as string[];
  const link = (href: string | undefined) => page.locator(`td a[href="${href}"]`).first();
  await link(first).hover();
  await link(second).focus();
  for (const href of [first, second]) {
    await expect.poll(() => link(href).locator('code').count()).toBe(0);
    expect(await link(href).innerText()).toMatch(/^[A-Z]/);
  }
});

it('opening lists again loads further agent names until all are known', { tags: ['nightly'] }, async () => {
  const { page, agents } = await openList(large, '/evaluations?tab=runs');
  const unnamed = agents.locator('code');
  const countFirst = await unnamed.count();
  expect(countFirst).toBeGreaterThan(0);
  const countBefore = large.apiRequests().length;
  await page.getByRole('link', { name: 'Catalogue' }).click();
  await page.getByText('Tariff accuracy').waitFor();
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await agents.first().waitFor();
  await expect.poll(() => unnamed.count()).toBe(0);
  expect(large.apiRequests().length - countBefore).toBeLessThanOrEqual(2 * MAX_REQUESTS);
});

it('a filter by ID shows the name of the agent or rule', async () => {
  const page = await tested.visit(tested.screen('/evaluations'));
  const row = page.getByRole('row').filter({ hasText: 'Customs Desk' });
  const href = await row.locator('td[data-type="agent"] a').getAttribute('href');
  const id = href?.split('/').at(-1) ?? '';
  await (await tested.visit(tested.screen(`/evaluations?agent_id=${id}`)))
    .getByRole('button', { name: 'Remove filter Agent: Customs Desk' })
    .waitFor();
  const rules = await tested.visit(tested.screen('/rules'));
  await rules.getByRole('link', { name: 'Model without a license' }).click();
  await rules.getByRole('link', { name: 'Show its issues' }).click();
  await rules.getByRole('button', { name: 'Remove filter Rule: Model without a license' }).waitFor();
});

it('properties that refer to another object show its name', async () => {
  const page = await tested.visit(tested.screen('/locations'));
  await page.getByRole('link', { name: 'mcp.json' }).first().click();
  await page.getByRole('link', { name: 'customs-desk', exact: true }).click();
  await page.getByRole('heading', { name: 'customs-desk', level: 1 }).waitFor();
});
