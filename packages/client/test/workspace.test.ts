import { createMock } from '@aispm/mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as operations from '../src/generated/operations.ts';
import {
  type CallOptions,
  type Client,
  createClient,
  listRules,
  listViews,
  type OperationMetadata,
  paginate,
  runToEnd,
  waitForRun,
  waitForScan,
  withWorkspace,
} from '../src/index.ts';
import { withValidation } from '../src/validate.ts';
import { withoutDelays } from './without-delays.ts';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };

/** Returns a client whose requests all fail, and the URLs of its requests. */
function recordingClient(): { client: Client; urls: string[] } {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: 'http://test.invalid',
    retry: false,
    fetch: async (url) => {
      urls.push(url);
      return new Response(null, { status: 500 });
    },
  });
  return { client, urls };
}

/** An operation, without the types of its parameters. */
type AnyOperation = {
  (client: Client, params: object, options?: CallOptions): Promise<unknown>;
  readonly metadata: OperationMetadata;
};

describe('withWorkspace', () => {
  it.each(Object.values(operations) as unknown as AnyOperation[])(
    'sends the same request as parameters with the workspace: $metadata.id',
    async (operation) => {
      const { path, query = [] } = operation.metadata;
      const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
      const others = Object.fromEntries(
        names.filter((name) => !Object.hasOwn(workspace, name)).map((name) => [name, name]),
      );
      const { client, urls } = recordingClient();
      await operation(client, { ...others, ...workspace }).catch(() => undefined);
      await operation(withWorkspace(client, workspace), others).catch(() => undefined);
      await operation(withWorkspace(client, workspace), {
        ...others,
        tenant_id: undefined,
        workspace_id: undefined,
      }).catch(() => undefined);
      const [expected, ...actual] = urls;
      expect(expected).toContain('http://test.invalid/');
      expect(actual).toEqual([expected, expected]);
      expect(/t1.*w1/.test(expected ?? '')).toBe([...names, ...query].includes('tenant_id'));
    },
  );

  it('is overridden by the parameters of a call', async () => {
    const { client, urls } = recordingClient();
    const scoped = withWorkspace(client, workspace);
    await listRules(scoped, { workspace_id: 'w2' }).catch(() => undefined);
    await listViews(scoped, { tenant_id: 't2', workspace_id: 'w2' }).catch(() => undefined);
    expect(urls).toEqual([
      'http://test.invalid/rules/tenants/t1/workspaces/w2',
      'http://test.invalid/views?tenant_id=t2&workspace_id=w2',
    ]);
  });

  it('does not change the client or the parameters', async () => {
    const { client, urls } = recordingClient();
    const params = Object.freeze({});
    const scoped = withWorkspace(client, workspace);
    await listRules(scoped, params).catch(() => undefined);
    await listViews(client, params).catch(() => undefined);
    expect([scoped.workspace, urls[1]]).toEqual([workspace, 'http://test.invalid/views']);
  });

  it.each([undefined, null, '', 7])('rejects %j as a tenant or a workspace', (value) => {
    const { client } = recordingClient();
    for (const name of ['tenant_id', 'workspace_id'] as const) {
      const create = () => withWorkspace(client, { ...workspace, [name]: value as string });
      expect(create).toThrow(new TypeError(`withWorkspace: ${name} must not be "${value}"`));
    }
  });

  it('applies to pages, waits and a validating client', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const mock = await createMock({ stateful: true });
    const urls: string[] = [];
    const client = createClient({
      baseUrl: `http://mock.test${mock.basePath}`,
      token: 't',
      fetch: (url, init) => {
        urls.push(url);
        return withoutDelays(mock.fetch)(url, init);
      },
    });
    const scoped = withValidation(withWorkspace(client, workspace));
    const poll = { baseDelay: 1, maxDelay: 1 };
    expect(await paginate(scoped, listRules, {}, { limit: 1 }).toArray()).toHaveLength(1);
    const evaluation = await operations.createAgentEvaluation(scoped, {
      body: { agent_id: 'a1', evaluation_id: 'e1', schedule: 'weekly' },
    });
    const run = await runToEnd(scoped, { id: evaluation.id }, { poll });
    expect((await waitForRun(scoped, { run_id: run.id }, { poll })).status).toBe(run.status);
    const missing = waitForScan(scoped, { id: 'no-such-scan' }, { poll, headers: { prefer: 'code=404' } });
    await expect(missing).rejects.toMatchObject({ name: 'ApiError', status: 404 });
    expect(urls.filter((url) => !url.includes('/tenants/t1/workspaces/w1'))).toEqual([]);
  });
});
