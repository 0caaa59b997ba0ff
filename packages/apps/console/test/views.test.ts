import { expect, it } from 'vitest';
import { readColumns } from '../src/shared/list/stored-columns.ts';
import { addressOf } from '../src/shared/list/view-address.ts';

it('reads stored columns, and nothing else that somebody has stored', () => {
  expect(
    readColumns({ listAgents: ['framework'], listModels: 'task', theme: { mode: 'dark' }, listTools: [1] }),
  ).toEqual({
    listAgents: ['framework'],
  });
});

it('leads to the list of a view, or nowhere if the console has no screen for it', () => {
  const entities = {
    listIssues: 'issues',
    listFineGrainedIssues: 'fine_grained_issues',
    listEvaluationRuns: 'evaluation_runs',
  };
  const view = { filters: { severity: ['critical', 'high'], has_assignee: false }, columns: ['rule_name'] };
  expect(addressOf({ ...view, entity: 'issues' }, entities)).toEqual({
    to: 'issues',
    search: { severity: ['critical', 'high'], has_assignee: ['false'], columns: ['rule_name'] },
  });
  expect(addressOf({ ...view, entity: 'evaluation_runs' }, entities)?.search.tab).toBe('runs');
  expect(addressOf({ ...view, entity: 'fine_grained_issues' }, entities)?.to).toBe('occurrences');
  expect(addressOf({ ...view, entity: 'added_later' as never }, entities)).toBeUndefined();
});
