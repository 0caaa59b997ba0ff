import type { ScanResult } from '@aispm/client';
import { expect, it } from 'vitest';
import { compareResults } from '../src/features/scans/compare-results.ts';

it('compareResults matches results by ID, and treats absent ones as missing', () => {
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
    results.map(({ fine_grained_issue_id: issue, aispm_object_id: object }) => issue ?? object);
  const difference = compareResults(before, after);
  expect(ids(difference.newFindings)).toEqual(['gone before']);
  expect(ids(difference.resolvedFindings)).toEqual(['fixed']);
  expect(ids(difference.addedObjects)).toEqual(['added']);
  expect(ids(difference.removedObjects)).toEqual(['gone']);
});
