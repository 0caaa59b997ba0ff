/** Objects of which a scan reports only the required fields: filters find them by the values that their records have. */

import { type Document, listFilters, listOperations } from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import type { ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const workspace = { tenantId: 'acme', workspaceId: 'main' };
const T = '/tenants/acme/workspaces/main';

const SCAN: ScanDocument = {
  scan_type: 'code',
  target: 'github.com/acme/bare',
  tool_name: 'bare-scan',
  tool_version: '1',
  objects: [
    { key: 'as', stable_key: 'as', object_type: 'asset', aispm_friendly_name: 'Asset', asset_type: 'repository' },
    { key: 'a', stable_key: 'a', object_type: 'agent', aispm_friendly_name: 'Agent' },
    {
      key: 'm',
      stable_key: 'm',
      object_type: 'model',
      aispm_friendly_name: 'Model',
      model_name: 'm',
      provider_name: 'p',
    },
    {
      key: 't',
      stable_key: 't',
      object_type: 'tool',
      aispm_friendly_name: 'Tool',
      tool_name: 't',
      tool_source: 'function',
      tool_kind: 'tool',
    },
    {
      key: 's',
      stable_key: 's',
      object_type: 'mcp_server',
      aispm_friendly_name: 'Server',
      server_name: 'acme/s',
      transport: 'stdio',
    },
  ],
  edges: [],
  locations: [{ key: 'l', stable_key: 'l', aispm_friendly_name: 'Location', location_type: 'file' }],
  occurrences: [],
};

/** The filters of the lists of objects that compare one field with a value. */
const FILTERS = listOperations(contract as unknown as Document)
  .filter(({ operationId = '' }) => /^list(Agents|Models|Tools|McpServers|AispmAssets|Locations)$/.test(operationId))
  .flatMap(({ path, definition }) =>
    [...listFilters(definition)].flatMap(([filter, { match, fields }]) =>
      match === 'equals' && fields.length === 1
        ? [{ list: path.split('/')[1] ?? '', filter, field: fields[0] ?? '' }]
        : [],
    ),
  );

describeOnDatabases('an object with only the required fields', (kind) => {
  let service: TestService;
  let token: string;
  const get = async (path: string) => {
    const { status, body } = await getJson(service, path, token);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  beforeAll(async () => {
    service = await startService(kind);
    token = await service.key([workspace], 'ann@acme.example');
    const response = await service.send(`/scans${T}`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SCAN),
    });
    const { scan_id, ...others } = (await response.json()) as { scan_id: string };
    expect(response.status, JSON.stringify(others)).toBe(202);
    const ended = await vi.waitFor(
      async () => {
        const scan = await get(`/scans${T}/${scan_id}`);
        expect(scan.finished_at).not.toBeNull();
        return scan;
      },
      { timeout: TIMEOUT_MS, interval: 20 },
    );
    expect(ended, ended.error_message).toMatchObject({ status: 'completed' });
  });
  afterAll(() => service.close());

  it.each(FILTERS)(
    'is in the list $list with the value of its field $field as the filter $filter',
    async ({ list, filter, field }) => {
      const [record] = (await get(`/${list}${T}`)).items;
      expect(record).toHaveProperty(field);
      const [value] = [record[field]].flat();
      if (value === null || value === undefined) return;
      const { items } = await get(`/${list}${T}?${new URLSearchParams({ [filter]: String(value) })}`);
      expect(items).toEqual([record]);
    },
  );
});
