import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const MAX_REQUESTS = 3;

const tested = startConsole();

it.each(['/evaluations', '/evaluations?tab=runs', '/runtime'])(
  'names the agents of "%s", with a link to each, after at most 3 requests',
  async (path) => {
    const countBefore = tested.apiRequests().length;
    const page = await tested.openSignedIn(tested.screen(path));
    const agents = page.getByRole('table').getByRole('cell').getByRole('link');
    await agents.filter({ hasText: 'Customs Desk' }).first().waitFor();
    const names = await agents.allTextContents();
    expect(names.length).toBe(await page.locator('tbody tr[aria-rowindex]').count());
    expect(new Set(names)).toEqual(new Set(['Claims Triage', 'Customs Desk', 'Shipment Tracker']));
    const requests = tested.apiRequests().slice(countBefore);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
    await agents.filter({ hasText: 'Customs Desk' }).first().click();
    await page.getByRole('heading', { name: 'Customs Desk', level: 1 }).waitFor();
  },
);
