/** Retries of the client, with injected faults of the mock. */
import { createClient, listRules, type RuleListItem } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';

const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };

/** Reads all pages of a list until a call fails. */
async function readList(chaos: string, retry: { maxRetries: number; baseDelay: number; maxDelay: number } | false) {
  const mock = await (await createMock({ chaos, seed: 'retry' })).listen({ port: 0 });
  const attempts: number[] = [];
  const client = createClient({
    baseUrl: mock.url,
    token: 'any-key',
    retry,
    hooks: { request: ({ number }) => void attempts.push(number) },
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
  await mock.close();
  return { ids, failures, attempts };
}

describe('the client', () => {
  it('reads every row with retries when every other request fails', async () => {
    const expected = await readList('off', false);
    // No error responses: the delays of their examples are too long for a test.
    const { ids, failures, attempts } = await readList('drop=50%', {
      maxRetries: 12,
      baseDelay: 1,
      maxDelay: 5,
    });
    expect(ids).toEqual(expected.ids);
    expect(failures).toBe(0);
    expect(attempts.length).toBeGreaterThan(expected.ids.length);
  });

  it('fails without retries', async () => {
    expect((await readList('drop=25%, error=25%, code=429', false)).failures).toBe(1);
  });
});
