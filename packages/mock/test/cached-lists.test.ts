/** Rows of a list are cached until a record changes, but still depend on the clock and other lists. */
import { createMock, type Mock } from '@aispm/mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BASE, TOKEN } from './support.ts';

type Row = Record<string, unknown>;

let mock: Mock;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-20T12:00:00Z');
  mock = await createMock({ stateful: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const scope = (workspace = 'production') => `tenants/halden-freight/workspaces/${workspace}`;

async function call(method: string, path: string, body?: object): Promise<Row> {
  const response = await mock.fetch(`${BASE}/${path}`, {
    method,
    headers: { ...TOKEN, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Row;
}
const items = async (path: string) => (await call('GET', `${path}?page_size=100`)).items as Row[];

it('a run progresses with the clock in all lists that contain it, without other requests', async () => {
  const evaluations = `eval/agent-evaluations/${scope()}`;
  const idle = (await items(evaluations)).find(
    ({ latest_run_status: status }) => !['queued', 'running'].includes(String(status)),
  );
  const run = await call('POST', `${evaluations}/${idle?.id}/run`);
  const states = [];
  for (let second = 0; second <= 6; second++) {
    const evaluation = (await items(evaluations)).find(({ id }) => id === idle?.id);
    const listed = (await items(`eval/evaluation-runs/${scope()}`)).find(({ id }) => id === run.id);
    expect([evaluation?.latest_run_status, evaluation?.latest_run_progress]).toEqual([
      listed?.status,
      listed?.progress,
    ]);
    states.push(`${listed?.status} ${listed?.progress}`);
    vi.setSystemTime(Date.now() + 1_000);
  }
  expect(states).toEqual([
    'queued 0',
    'running 0',
    'running 0.25',
    'running 0.5',
    'running 0.75',
    'completed 1',
    'completed 1',
  ]);
});

it('a rule counts the issues of the workspace', async () => {
  const issue = (await items(`issues/${scope()}`)).find(({ status }) => status === 'open');
  const count = async (workspace?: string) =>
    (await items(`rules/${scope(workspace)}`)).find(({ rule_id }) => rule_id === issue?.rule_id)?.total_issues_count;
  const before = await count();
  expect(await count('staging')).toBe(before);
  mock.data
    .in({ tenant_id: 'halden-freight', workspace_id: 'production' })
    .issues.update(String(issue?.issue_id), { status: 'resolved' });
  expect([await count(), await count('staging')]).toEqual([Number(before) - 1, before]);
});

it('a list whose changes were evicted is consistent in all responses', async () => {
  const [issue] = await items(`issues/${scope()}`);
  const path = `issues/${scope()}/${issue?.issue_id}`;
  const readStatuses = async () => [
    (await call('GET', path)).status,
    (await items(`issues/${scope()}`)).find(({ issue_id }) => issue_id === issue?.issue_id)?.status,
  ];
  await call('PATCH', path, { status: 'suppressed', status_reason: 'duplicate' });
  expect((await items(`issues/${scope()}`))[0]?.status).toBe('suppressed');
  // Each dashboard reads the lists of its workspace, and isn't cached itself.
  for (let i = 0; i < 200; i++) await call('GET', `aispm-dashboard?tenant_id=halden-freight&workspace_id=w${i}`);
  expect(await readStatuses()).toEqual([issue?.status, issue?.status]);
});
