/** What the client does about a service that fails: the real client against the mock's chaos. */
import { createClient, listRules, type RuleListItem } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';

const workspace = { tenant_id: 't1', workspace_id: 'w1' };

describe('the client', () => {
  const load = async (chaos: string, retry: { count: number; base: number; cap: number } | false) => {
    const mock = await createMock({ chaos, seed: 'retry' });
    const tries: number[] = [];
    const client = createClient({
      baseUrl: `http://mock.test${mock.basePath}`,
      token: 't',
      fetch: mock.fetch,
      retry,
      hooks: { request: ({ number }) => void tries.push(number) },
    });
    const ids: string[] = [];
    let [cursor, failures]: [string | undefined, number] = [undefined, 0];
    do {
      const page: { items: RuleListItem[]; cursor: string } | undefined = await listRules(client, {
        ...workspace,
        page_size: 1,
        cursor,
      }).catch(() => {
        failures++;
        return undefined;
      });
      if (!page) break;
      ids.push(...page.items.map(({ rule_id }) => rule_id));
      cursor = page.cursor || undefined;
    } while (cursor);
    return { ids, failures, tries };
  };

  it('gets every row by its retries, where every other request fails', async () => {
    const expected = await load('off', false);
    const { ids, failures, tries } = await load('drop=25%, error=25%, code=429', { count: 12, base: 1, cap: 5 });
    expect(ids).toEqual(expected.ids);
    expect(failures).toBe(0);
    expect(tries.length).toBeGreaterThan(expected.ids.length);
    expect((await load('drop=25%, error=25%, code=429', false)).failures).toBe(1);
  });
});
