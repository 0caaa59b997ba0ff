import { expect, it } from 'vitest';
import { linkToView } from '../src/shared/list/link-to-view.ts';
import { readColumns } from '../src/shared/list/stored-columns.ts';

it('readColumns reads stored columns, and ignores anything else', () => {
  expect(
    readColumns({ listAgents: ['framework'], listModels: 'task', theme: { mode: 'dark' }, listTools: [1] }),
  ).toEqual({
    listAgents: ['framework'],
  });
});

it('linkToView returns the link to a list, or undefined if it has no screen', () => {
  const entities = {
    listIssues: 'issues',
    listFineGrainedIssues: 'fine_grained_issues',
    listEvaluationRuns: 'evaluation_runs',
  };
  const view = { filters: { severity: ['critical', 'high'], has_assignee: false }, columns: ['rule_name'] };
  expect(linkToView({ ...view, entity: 'issues' }, entities)).toEqual({
    to: 'issues',
    search: { severity: ['critical', 'high'], has_assignee: ['false'], columns: ['rule_name'] },
  });
  expect(linkToView({ ...view, entity: 'evaluation_runs' }, entities)?.search.tab).toBe('runs');
  expect(linkToView({ ...view, entity: 'fine_grained_issues' }, entities)?.to).toBe('occurrences');
  expect(linkToView({ ...view, entity: 'added_later' as never }, entities)).toBeUndefined();
});
