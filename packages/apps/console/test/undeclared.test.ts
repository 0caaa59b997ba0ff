import { describe, expect, it } from 'vitest';
import { listUndeclared } from './undeclared.ts';

const SCOPE = 'tenants/t/workspaces/w';

describe('listUndeclared', () => {
  it.each([
    ['GET', `/issues/${SCOPE}?severity=high&severity=low&sort=rule_name`, null],
    ['GET', `/eval/evaluation-runs/${SCOPE}/r1/results?page=2`, null],
    ['PATCH', `/issues/${SCOPE}/i1`, '{"status":"suppressed","status_reason":"false_positive"}'],
    ['PUT', '/client-storage/users/app/a/b', '{"value":{"anything":{"at":"all"}}}'],
  ])('accepts what the contract declares: %s %s', (method, path, body) => {
    expect(listUndeclared({ method, path, body })).toEqual([]);
  });

  it('names unknown parameters, properties and paths', () => {
    expect(listUndeclared({ method: 'GET', path: `/rules/${SCOPE}?name=a&rule_name=b&source=x`, body: null })).toEqual([
      'listRules: query/name',
    ]);
    expect(
      listUndeclared({ method: 'PATCH', path: `/issues/${SCOPE}/i1`, body: '{"status":"open","comment":"a"}' }),
    ).toEqual(['updateIssue: body/comment']);
    expect(listUndeclared({ method: 'POST', path: `/rules/${SCOPE}`, body: null })).toEqual([`POST /rules/${SCOPE}`]);
  });

  it('looks into the items of lists', () => {
    const body = '{"updates":[{"id":"a"},{"id":"b","extra":1}]}';
    const path = `/issues/${SCOPE}`;
    expect(listUndeclared({ method: 'PATCH', path, body }).join()).toContain('/1/extra');
  });
});
