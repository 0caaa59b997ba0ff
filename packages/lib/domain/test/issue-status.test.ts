/** The statuses of findings follow the contract, whatever scans and users do. */
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  changeIssueStatus,
  deriveIssueSeverity,
  deriveTransition,
  describeRuleConflict,
  describeSighting,
  FINDING_STATUSES,
  findIssueStatus,
  getTriageReason,
  type IssueState,
  isResolvedByAbsence,
  isResolvedByRule,
  observeOccurrence,
  RULE_DISABLED,
  SEVERITIES,
} from '../src/index.ts';

const ISSUE: IssueState = {
  status: 'open',
  status_reason: null,
  status_comment: 'Looking into it.',
  status_changed_at: null,
  status_changed_by: null,
  resolved_at: null,
  reopened_at: null,
  reopen_count: 0,
};
const byScan = (status: IssueState['status'], reason: IssueState['status_reason'] = null) => ({
  status,
  reason,
  comment: null,
  userId: null,
});

describe('a scan', () => {
  it('opens an occurrence that is new or was resolved', () => {
    const open = { status: 'open', status_reason: null };
    expect(observeOccurrence(undefined, true)).toEqual(open);
    expect(observeOccurrence({ status: 'resolved', status_reason: 'fixed' }, true)).toEqual(open);
  });

  it('keeps the status that a user has given an unresolved occurrence', () => {
    for (const status of ['open', 'in_progress', 'suppressed'] as const) {
      const stored = { status, status_reason: status === 'suppressed' ? ('duplicate' as const) : null };
      expect(observeOccurrence(stored, true)).toEqual(stored);
    }
  });

  it('resolves an occurrence that it no longer reports, unless it is suppressed', () => {
    const resolved = FINDING_STATUSES.filter((status) => isResolvedByAbsence({ status }));
    expect(resolved).toEqual(['open', 'in_progress']);
  });

  it('records an occurrence of a rule that is switched off as resolved for this reason, unless it is suppressed', () => {
    expect(observeOccurrence(undefined, false)).toEqual(RULE_DISABLED);
    expect(observeOccurrence({ status: 'resolved', status_reason: 'not_observed' }, false)).toEqual(RULE_DISABLED);
    expect(observeOccurrence(RULE_DISABLED, false)).toEqual(RULE_DISABLED);
    const suppressed = { status: 'suppressed', status_reason: 'duplicate' } as const;
    expect(observeOccurrence(suppressed, false)).toEqual(suppressed);
  });

  it('leaves it to the rule to open what it resolved, but records that it is gone', () => {
    expect(observeOccurrence(RULE_DISABLED, true)).toEqual(RULE_DISABLED);
    expect(isResolvedByAbsence(RULE_DISABLED)).toBe(true);
    expect(isResolvedByAbsence({ status: 'resolved', status_reason: 'fixed' })).toBe(false);
    expect(describeSighting(RULE_DISABLED, false)).toBe('unchanged');
  });

  it('reports an occurrence as new, updated if it reopened or has new content, or unchanged', () => {
    expect(describeSighting(undefined, true)).toBe('new');
    expect(describeSighting({ status: 'resolved' }, false)).toBe('updated');
    expect(describeSighting({ status: 'suppressed' }, true)).toBe('updated');
    expect(describeSighting({ status: 'suppressed' }, false)).toBe('unchanged');
  });
});

describe('a rule that is switched off', () => {
  it('resolves what users have not suppressed or resolved', () => {
    expect(FINDING_STATUSES.filter((status) => isResolvedByRule({ status }))).toEqual(['open', 'in_progress']);
  });

  it('keeps users from changing a status, but not from keeping it', () => {
    expect(describeRuleConflict('open', 'suppressed', false)).toContain('switched off');
    expect(describeRuleConflict('open', 'open', false)).toBeUndefined();
    expect(describeRuleConflict('open', 'suppressed', true)).toBeUndefined();
  });

  it.each(['ann', null])('is the reason of its resolved issue if user %s made the change', (userId) => {
    const change = { status: 'resolved', suppressedReason: null, userId, isRuleEnabled: false } as const;
    expect(deriveTransition(change)).toMatchObject({ status: 'resolved', reason: 'rule_disabled' });
  });

  it('does not count as a time in which its issue was resolved', () => {
    const off = changeIssueStatus(ISSUE, byScan('resolved', 'rule_disabled'), 'noon');
    expect(off.resolved_at).toBe('noon');
    const on = changeIssueStatus(off, byScan('open'), 'later');
    expect(on).toMatchObject({ status: 'open', reopened_at: null, reopen_count: 0, resolved_at: null });
  });
});

describe('the status of an issue', () => {
  it.each([
    [['resolved', 'suppressed', 'in_progress', 'open'], 'open'],
    [['resolved', 'suppressed', 'in_progress'], 'in_progress'],
    [['resolved', 'suppressed'], 'suppressed'],
    [['resolved'], 'resolved'],
    [[], undefined],
  ])('with occurrences %j is %s', (statuses, status) => {
    expect(findIssueStatus(statuses)).toBe(status);
  });

  it('has the reason that a user gives for a suppression, and is fixed when a user resolves it', () => {
    expect(getTriageReason('suppressed', 'test_code')).toBe('test_code');
    expect(getTriageReason('resolved', undefined)).toBe('fixed');
    expect(getTriageReason('open', undefined)).toBeNull();
  });

  it('has the reason and the comment of its triage if its occurrences follow it', () => {
    const triage = { status: 'suppressed', reason: 'test_code', comment: 'A test' } as const;
    const change = { suppressedReason: 'duplicate', userId: 'ann', triage, isRuleEnabled: true } as const;
    expect(deriveTransition({ ...change, status: 'suppressed' })).toEqual({ ...triage, userId: 'ann' });
    expect(deriveTransition({ ...change, status: 'open' })).toEqual({
      status: 'open',
      reason: null,
      comment: null,
      userId: 'ann',
    });
  });

  it.each([
    ['suppressed', 'ann', 'duplicate'],
    ['suppressed', null, 'duplicate'],
    ['resolved', 'ann', 'fixed'],
    ['resolved', null, 'not_observed'],
    ['in_progress', 'ann', null],
  ] as const)('that becomes %s by occurrences of user %s has the reason %s', (status, userId, reason) => {
    expect(deriveTransition({ status, suppressedReason: 'duplicate', userId, isRuleEnabled: true })).toEqual({
      status,
      reason,
      comment: null,
      userId,
    });
  });

  it('loses its comment when it changes, and only then', () => {
    expect(changeIssueStatus(ISSUE, byScan('resolved', 'not_observed'), 'later').status_comment).toBeNull();
    expect(changeIssueStatus(ISSUE, byScan('open'), 'later')).toBe(ISSUE);
  });

  it('counts how often an issue was reopened, and when it was resolved', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FINDING_STATUSES)), (statuses) => {
        let state = ISSUE;
        let reopened = 0;
        for (const [index, status] of statuses.entries()) {
          const before = state;
          state = changeIssueStatus(before, byScan(status), String(index));
          const isReopened = before.status === 'resolved' && status !== 'resolved';
          reopened += Number(isReopened);
          expect(state.reopen_count).toBe(reopened);
          expect(state.reopened_at).toBe(isReopened ? String(index) : before.reopened_at);
          expect(state.resolved_at !== null).toBe(status === 'resolved');
          if (before.status !== status) expect(state.status_changed_at).toBe(String(index));
        }
      }),
    );
  });
});

describe('the severity of an issue', () => {
  const issue = { base_severity: 'medium', definitive_severity: 'high', severity_reason: 'It is exposed.' } as const;

  it('is the severity of its most severe occurrence, with its reason', () => {
    expect(deriveIssueSeverity(issue, { severity: 'critical', reason: 'It deletes.' })).toEqual({
      definitive_severity: 'critical',
      severity_reason: 'It deletes.',
    });
  });

  it('keeps its value and its reason when all occurrences are resolved', () => {
    const { base_severity: _, ...own } = issue;
    expect(deriveIssueSeverity(issue, null)).toEqual(own);
  });

  it('has a reason exactly if it differs from the severity of the rule', () => {
    const severity = fc.constantFrom(...SEVERITIES);
    const reason = fc.option(fc.constant('Because.'));
    const highest = fc.option(fc.record({ severity, reason }));
    const record = fc.record({ base_severity: severity, definitive_severity: severity, severity_reason: reason });
    fc.assert(
      fc.property(record, highest, (before, worst) => {
        const after = deriveIssueSeverity(before, worst);
        expect(after.severity_reason === null).toBe(after.definitive_severity === before.base_severity);
      }),
    );
  });
});
