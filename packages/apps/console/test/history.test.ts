import { expect, it } from 'vitest';
import { toEvents } from '../src/features/object/history-events.ts';

it('toEvents sorts the events of an object, newest first', () => {
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
