import { createClient, listModels, withWorkspace } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { loadPages } from '../src/shared/list/load-pages.ts';

const mock = await createMock({ scenario: 'generated', rows: 25, seed: 'pages' });
const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };
const client = withWorkspace(
  createClient({ baseUrl: 'http://localhost/api/v1', token: 'any-key', fetch: mock.fetch }),
  workspace,
);

/** Loads models in pages of 10. @returns the number of rows of each page */
async function load(max: number, signal = new AbortController().signal, onPage?: () => void): Promise<number[]> {
  const sizes: number[] = [];
  await loadPages(
    client,
    listModels,
    { page_size: 10 },
    {
      max,
      signal,
      onPage(rows) {
        sizes.push(rows.length);
        onPage?.();
      },
    },
  );
  return sizes;
}

describe('loadPages', () => {
  it('loads all rows', async () => {
    expect(await load(100)).toEqual([10, 10, 5]);
  });

  it('stops at the maximum', async () => {
    expect(await load(15)).toEqual([10, 5]);
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    await expect(load(100, controller.signal, () => controller.abort())).rejects.toThrow(/abort/);
  });
});
