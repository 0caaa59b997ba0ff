/**
 * Lists with several pages, whose total is requested separately.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest';
import { SAMPLED_LISTS } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const MAX_REQUESTS = 3;

const tested = startConsole(() => startOnMock({ scenario: 'generated', rows: 250, seed: 'requests' }));

it.each(SAMPLED_LISTS)('the list "$path" with many rows needs up to 3 requests', async ({ path }) => {
  const countBefore = tested.apiRequests().length;
  const page = await tested.signIn(tested.screen(path));
  await page.getByText('100 rows loaded').waitFor();
  // The generated data has slightly more scans than rows, and several occurrences of each issue.
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/^[2-9]\d\d$/)
    .waitFor();
  await tested.settle(page);
  const requests = tested.apiRequests().slice(countBefore);
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
});
