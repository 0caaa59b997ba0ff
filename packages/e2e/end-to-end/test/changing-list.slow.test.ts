/**
 * Reads a list of the service to its end in an order that never changes, while the names of its items change.
 */
import {
  createClient,
  listAgents,
  paginate,
  type ScanDocument,
  submitScan,
  waitForScan,
  withWorkspace,
} from '@aispm/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startService } from './service-process.ts';

const AGENTS = 30;
const WORKSPACE = { tenant_id: 'halden-freight', workspace_id: 'production' };

let service: DemoServer;

beforeAll(async () => {
  service = await startService();
}, 150_000);

afterAll(async () => {
  await service?.close();
});

/** Returns a scan that finds the same agents in every generation, with names in the reverse order of the previous generation. */
function scan(generation: number): ScanDocument {
  const objects = Array.from({ length: AGENTS }, (_, index) => ({
    key: `a${index}`,
    stable_key: `github.com/halden-freight/walk#a${index}`,
    object_type: 'agent' as const,
    aispm_friendly_name: `Walk ${String(generation % 2 ? AGENTS - index : index).padStart(2, '0')} of ${generation}`,
  }));
  return {
    scan_type: 'code',
    trigger: 'api',
    target: 'github.com/halden-freight/walk',
    tool_name: 'walk',
    tool_version: '1.0.0',
    objects,
    edges: [],
    locations: [],
    occurrences: [],
  };
}

describe('a list in an order that never changes', () => {
  it('contains every item exactly once, even if all names change after each page', async () => {
    const client = withWorkspace(createClient({ baseUrl: service.url, token: service.token }), WORKSPACE);
    const rename = async (generation: number): Promise<void> => {
      const { scan_id } = await submitScan(client, { body: scan(generation) });
      expect(await waitForScan(client, { id: scan_id }, { poll: { baseDelay: 20 } })).toMatchObject({
        status: 'completed',
      });
    };
    await rename(0);
    const before = await paginate(client, listAgents, {}).toArray();
    const names: string[] = [];
    const ids: string[] = [];
    const pages = paginate(client, listAgents, { sort: 'first_seen_at', page_size: 7 }).pages();
    for await (const { items } of pages) {
      ids.push(...items.map(({ aispm_object_id }) => aispm_object_id));
      names.push(...items.map(({ aispm_friendly_name }) => aispm_friendly_name));
      await rename(Math.ceil(ids.length / 7));
    }
    expect(ids.toSorted()).toEqual(before.map(({ aispm_object_id }) => aispm_object_id).toSorted());
    const generations = new Set(names.map((name) => /^Walk .* of (\d+)$/.exec(name)?.[1]).filter(Boolean));
    expect(generations.size).toBeGreaterThan(2);
  });
});
