import { builtInEvaluations } from '@aispm/evaluations';
import { staticRules } from '@aispm/rules';
import type { EvaluationPage, RulePage } from '@aispm/types';
import { describe, expect, it } from 'vitest';
import { createMock, type MockOptions } from '../dist/index.js';

const WORKSPACE = 'tenants/halden-freight/workspaces/production';
const MODES: [string, MockOptions][] = [
  ['the examples', {}],
  ['the stateful examples', { stateful: true }],
  ['a new workspace', { scenario: 'empty', stateful: true }],
];

async function read<Body>(options: MockOptions, path: string): Promise<Body> {
  const mock = await createMock(options);
  const response = await mock.fetch(`http://localhost/api/v1/${path}`, { headers: { authorization: 'Bearer key' } });
  expect(response.status).toBe(200);
  return response.json();
}

describe.each(MODES)('the catalogue of %s', (_, options) => {
  it('lists every built-in rule with its texts', async () => {
    const { items } = await read<RulePage>(options, `rules/${WORKSPACE}?page_size=100`);
    const rules = JSON.parse(JSON.stringify(staticRules)) as object[];
    expect(items).toEqual(expect.arrayContaining(rules.map((rule) => expect.objectContaining(rule))));
  });

  it('reads each built-in rule by its identifier', async () => {
    for (const { rule_id } of staticRules)
      expect(await read(options, `rules/${WORKSPACE}/${rule_id}`)).toMatchObject({ rule_id, is_enabled: true });
  });

  it('lists every built-in evaluation', async () => {
    const { items } = await read<EvaluationPage>(options, `eval/evaluations/${WORKSPACE}?page_size=100`);
    // A mock moves all times, so that the latest event has just happened.
    const texts = builtInEvaluations.map(({ item: { created_at: _, updated_at: __, ...others } }) => others);
    expect(items).toEqual(expect.arrayContaining(texts.map((others) => expect.objectContaining(others))));
  });

  it('has no issues of built-in rules that the examples do not have', async () => {
    const { items } = await read<RulePage>(options, `rules/${WORKSPACE}?page_size=100`);
    const found = items.filter(({ total_issues_count }) => total_issues_count > 0).map(({ rule_id }) => rule_id);
    const { items: issues } = await read<{ items: { rule_id: string }[] }>(
      options,
      `issues/${WORKSPACE}?page_size=100`,
    );
    expect(issues.map(({ rule_id }) => rule_id)).toEqual(expect.arrayContaining(found));
  });
});
