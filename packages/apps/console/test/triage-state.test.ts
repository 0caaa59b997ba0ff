import { describe, expect, it, vi } from 'vitest';
import type { TriageState } from '../src/features/issues/triage-state.ts';

vi.mock('virtual:contract/values', async () => {
  const { readFileSync } = await import('node:fs');
  const { fileURLToPath } = await import('node:url');
  const { readValues } = await import('../build/contract-data.ts');
  const contract = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json'));
  return { default: readValues(JSON.parse(readFileSync(contract, 'utf8'))) };
});

const { afterChange, changesBetween } = await import('../src/features/issues/triage-state.ts');

const open: TriageState = { status: 'open', status_reason: null, status_comment: null, assignee: null };
const working: TriageState = { ...open, status: 'in_progress' };
const suppressed: TriageState = {
  ...open,
  status: 'suppressed',
  status_reason: 'accepted_risk',
  status_comment: 'Known.',
};

describe('changesBetween', () => {
  it.each([
    ['equal states', open, open, []],
    ['another assignee', { ...open, assignee: 'a' }, { ...open, assignee: null }, [{ assignee: null }]],
    ['a suppressed issue that was open', suppressed, open, [{ status: 'open' }]],
    ['a suppressed issue that was in progress', suppressed, working, [{ status: 'open' }, { status: 'in_progress' }]],
    [
      'an open issue that was suppressed',
      open,
      suppressed,
      [{ status: 'suppressed', status_reason: 'accepted_risk', status_comment: 'Known.' }],
    ],
    [
      'another reason',
      { ...suppressed, status_reason: 'duplicate', status_comment: null } as TriageState,
      suppressed,
      [{ status: 'suppressed', status_reason: 'accepted_risk', status_comment: 'Known.' }],
    ],
    [
      'another comment',
      { ...open, status_comment: 'Soon.' },
      { ...open, status_comment: null },
      [{ status_comment: null }],
    ],
    [
      'another assignee and status',
      { ...suppressed, assignee: 'a' },
      { ...working, status_comment: 'Soon.' },
      [{ status: 'open' }, { status: 'in_progress', assignee: null, status_comment: 'Soon.' }],
    ],
  ])('returns the changes for %s', (_, now, wanted, changes) => {
    expect(changesBetween(now, wanted)).toEqual(changes);
    const end = changes.reduce<TriageState>((state, change) => afterChange(state, change as Partial<TriageState>), now);
    expect(end).toEqual(wanted);
  });

  it('returns undefined for transitions that are impossible or need a reason', () => {
    expect(changesBetween(working, open)).toBeUndefined();
    expect(changesBetween({ ...open, status: 'resolved' }, open)).toBeUndefined();
  });
});
