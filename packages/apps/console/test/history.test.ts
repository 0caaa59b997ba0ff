import { expect, it } from 'vitest';
import { toEvents } from '../src/features/object/history-events.ts';
import { startConsole } from './console.ts';

const tested = startConsole();

it('shows what happened to an object, and its issues over time', async () => {
  const page = await tested.signIn(tested.screen('/mcp-servers'));
  await page.getByRole('link', { name: 'Customs Gateway' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('img', { name: /^Unresolved issues by week\. Highest number: \d+\.$/ }).waitFor();
  const changes = page.getByRole('table', { name: 'Changes' });
  await changes.getByText('First seen').waitFor();
  await changes.getByRole('row').filter({ hasText: 'Occurrence found' }).first().getByRole('link').first().click();
  await page.getByRole('article', { name: 'Issue' }).waitFor();
});

it('puts what is known of an object in order, the newest first', () => {
  const occurrence = {
    fine_grained_issue_id: 'f1',
    first_seen_at: '2026-11-02T00:00:00Z',
    resolved_at: '2026-11-04T00:00:00Z',
    first_scan_id: 's1',
  } as never;
  const record = {
    first_seen_at: '2026-11-01T00:00:00Z',
    last_scanned_at: '2026-11-02T00:30:00+01:00',
    deleted_at: null,
  };
  expect(toEvents(record, [occurrence]).map(({ what, scanId }) => [what, scanId])).toEqual([
    ['Occurrence resolved', undefined],
    ['Occurrence found', 's1'],
    ['Last scanned', undefined],
    ['First seen', undefined],
  ]);
});
