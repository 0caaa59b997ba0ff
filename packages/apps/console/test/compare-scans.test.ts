import type { ScanResult } from '@aispm/client';
import { expect, it } from 'vitest';
import { compareResults } from '../src/scans/compare-results.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';

const TARGET = 'github.com/halden-freight/customs-desk';
const DAY_MS = 24 * 3600 * 1000;

/** An older scan of the target, which saw fewer objects and occurrences than the two of the story. */
const tested = startConsole(() =>
  startOnMock({
    seed: ({ scans }) => {
      const [latest] = scans.list().filter(({ status, target }) => status === 'completed' && target === TARGET);
      if (latest === undefined) throw new Error('The story has no completed scan of the target.');
      const { scan_id: _, ...scan } = latest;
      const at = (time: string | null) => new Date(Date.parse(String(time)) - 3 * DAY_MS).toISOString();
      scans.create({
        ...scan,
        is_current: false,
        ai_object_count: scan.ai_object_count - 1,
        num_detections: scan.num_detections - 1,
        created_at: at(scan.created_at),
        started_at: at(scan.started_at),
        finished_at: at(scan.finished_at),
        updated_at: at(scan.updated_at),
      });
    },
  }),
);

it('shows what one scan of a target saw and another one did not', async () => {
  const page = await tested.signIn(tested.screen('/scans'));
  await page.getByRole('link', { name: TARGET }).first().click();
  await page.getByRole('link', { name: 'Compare with another scan' }).click();
  await page.getByRole('heading', { name: 'Difference between two scans' }).waitFor();
  await page.getByText('Both scans saw the same objects and occurrences.').waitFor();
  const choice = page.getByLabel('From');
  await choice.selectOption({ index: (await choice.locator('option').count()) - 1 });
  const found = page.getByRole('region', { name: 'New occurrences' });
  await found.getByRole('heading', { name: 'New occurrences: 1' }).waitFor();
  await page.getByRole('heading', { name: 'Added objects: 1' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Removed objects: 0' }).count()).toBe(1);
  await found.locator('summary').click();
  await found.getByRole('link').first().click();
  await page.getByRole('article', { name: 'Issue' }).waitFor();
});

it('compares what scans saw by what identifies it', () => {
  const result = (kind: string, id: string, change: string) =>
    ({
      result_kind: kind,
      change,
      aispm_object_id: kind === 'object' ? id : 'o',
      fine_grained_issue_id: kind === 'issue' ? id : null,
    }) as ScanResult;
  const before = [
    result('object', 'kept', 'new'),
    result('object', 'gone', 'unchanged'),
    result('issue', 'fixed', 'new'),
    result('issue', 'gone before', 'absent'),
  ];
  const after = [
    result('object', 'kept', 'updated'),
    result('object', 'gone', 'absent'),
    result('object', 'added', 'unchanged'),
    result('issue', 'gone before', 'new'),
  ];
  const ids = (results: readonly ScanResult[]) =>
    results.map((one) => one.fine_grained_issue_id ?? one.aispm_object_id);
  const difference = compareResults(before, after);
  expect(ids(difference.newFindings)).toEqual(['gone before']);
  expect(ids(difference.resolvedFindings)).toEqual(['fixed']);
  expect(ids(difference.addedObjects)).toEqual(['added']);
  expect(ids(difference.removedObjects)).toEqual(['gone']);
});
