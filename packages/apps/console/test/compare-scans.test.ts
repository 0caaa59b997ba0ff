import type { ScanResult } from '@aispm/client';
import { expect, it } from 'vitest';
import { compareResults } from '../src/features/scans/compare-results.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { addMiddleScan, COMPARED_TARGET } from './middle-scan.ts';

const tested = startConsole(() => startOnMock({ seed: addMiddleScan }));

it('shows what one scan of a target saw and another one did not', async () => {
  const page = await tested.signIn(tested.screen('/scans'));
  await page.getByRole('link', { name: COMPARED_TARGET }).first().click();
  await page.getByRole('link', { name: 'Compare with another scan' }).click();
  await page.getByRole('heading', { name: 'Difference between two scans' }).waitFor();
  const found = page.getByRole('region', { name: 'New occurrences' });
  await found.getByRole('heading', { name: 'New occurrences: 1' }).waitFor();
  await page.getByRole('heading', { name: 'Added objects: 1' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Removed objects: 0' }).count()).toBe(1);
  await found.locator('summary').click();
  await found.getByRole('link').first().click();
  await page.getByRole('article', { name: 'Issue' }).waitFor();
  await page.goBack();
  const choice = page.getByLabel('From');
  await choice.selectOption({ index: (await choice.locator('option').count()) - 1 });
  await page.getByText('Both scans saw the same objects and occurrences.').waitFor();
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
