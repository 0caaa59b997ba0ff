import { createMock } from '@aispm/mock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getItem, listItems } from '../generated/fixture/operations.ts';
import { downloadViewExport } from '../src/generated/operations.ts';
import { createClient, paginate } from '../src/index.ts';
import { createClient as createNodeClient } from '../src/node.ts';
import { always, hang, withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('without AbortSignal.any, as in React Native', () => {
  beforeEach(() => {
    const { any } = AbortSignal;
    Object.assign(AbortSignal, { any: undefined });
    onTestFinished(() => void Object.assign(AbortSignal, { any }));
  });

  it('a call with a signal works', async () => {
    await withServer(always(200, item), async (baseUrl) => {
      const { signal } = new AbortController();
      expect(await getItem(createClient({ baseUrl }), ids, { signal })).toEqual(JSON.parse(item));
    });
  });

  it('a call is aborted with the reason of its signal', async () => {
    await withServer(hang, async (baseUrl) => {
      const controller = new AbortController();
      const reason = new Error('aborted by the test');
      const call = getItem(createClient({ baseUrl }), ids, { signal: controller.signal });
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      await expect(getItem(createClient({ baseUrl }), ids, { signal: controller.signal })).rejects.toBe(reason);
    });
  });

  it('a list ends with its last page, and with the reason of its signal', async () => {
    await withServer(always(200, `{"items":[${item}],"cursor":""}`), async (baseUrl) => {
      const controller = new AbortController();
      const list = paginate(createClient({ baseUrl }), listItems, {}, { signal: controller.signal, prefetch: true });
      expect(await list.toArray()).toHaveLength(1);
      const reason = new Error('aborted by the test');
      controller.abort(reason);
      await expect(list.toArray()).rejects.toBe(reason);
    });
  });
});

describe('in Node.js', () => {
  it('requests have Accept and User-Agent with the version, which headers of the client replace', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      await getItem(createNodeClient({ baseUrl }), ids);
      await getItem(createNodeClient({ baseUrl, headers: { 'User-Agent': 'own/1' } }), ids);
      const { version } = (await import('../package.json')).default;
      expect(received[0]?.headers).toMatchObject({
        accept: 'application/json, */*;q=0.9',
        'user-agent': `aispm-client/${version}`,
      });
      expect(received[1]?.headers).toMatchObject({ accept: 'application/json, */*;q=0.9', 'user-agent': 'own/1' });
    });
  });

  it('a download accepts its media types', async () => {
    const mock = await createMock();
    const accepted: (string | null)[] = [];
    const client = createNodeClient({
      baseUrl: `http://mock.test${mock.basePath}`,
      token: 't',
      fetch: (url, init) => {
        accepted.push(new Headers(init.headers).get('accept'));
        return mock.fetch(url, init);
      },
    });
    const params = { id: '01a0f6e8-15e2-7287-8b3b-3a3a4b2d2d31', export_workflow_id: 'x1' };
    const { status } = await downloadViewExport.result(client, { ...params, format: 'csv' });
    expect(accepted).toEqual(['application/json, */*;q=0.9']);
    expect(status).toBe(200);
  });
});

describe('with a `process` that is not Node.js, as of polyfills in a browser', () => {
  it('requests have no additional headers, which would need a preflight', async () => {
    const sent: RequestInit[] = [];
    const fetch = async (_: string, init: RequestInit) => {
      sent.push(init);
      return new Response(item);
    };
    const client = createNodeClient({ baseUrl: 'http://test.invalid', fetch });
    vi.stubGlobal('process', { env: {}, versions: {} });
    await getItem(createNodeClient({ baseUrl: 'http://test.invalid', fetch }), ids);
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual([]);
    await getItem(client, ids);
    expect(Object.keys(sent[1]?.headers ?? {})).toEqual(['accept', 'user-agent']);
  });
});
