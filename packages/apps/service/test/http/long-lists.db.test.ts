/** Bodies with long lists are validated in slices, as thoroughly as others at once. */
import type { ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileValidator } from '../../src/platform/http/validation.ts';
import { startService, type TestService } from '../service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService('postgres');
  token = await service.key([{ tenantId: 'acme', workspaceId: 'main' }]);
});
afterAll(() => service?.close());

const toTool = (index: number) => ({
  key: `t${index}`,
  stable_key: `desk#t${index}`,
  object_type: 'tool',
  aispm_friendly_name: `Tool ${index}`,
  tool_name: `tool_${index}`,
  tool_source: 'function',
  tool_kind: 'tool',
});

/** Submits a scan of tools, with changes of the document. */
async function submit(count: number, change: (scan: ScanDocument) => void = () => {}) {
  const scan = {
    scan_type: 'code',
    target: `desk-${count}`,
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      { key: 'repo', stable_key: 'desk', object_type: 'asset', aispm_friendly_name: 'desk', asset_type: 'repository' },
      ...Array.from({ length: count }, (_, index) => toTool(index)),
    ],
    edges: [],
    locations: [],
    occurrences: [],
  } as unknown as ScanDocument;
  change(scan);
  const response = await service.send('/scans/tenants/acme/workspaces/main', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scan),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a scan or an error
  return { status: response.status, body: (await response.json()) as any };
}

it.each([2, 600])('a scan document with %i tools is accepted', async (count) => {
  expect(await submit(count)).toMatchObject({ status: 202 });
});

const CHANGES: Record<string, (scan: ScanDocument) => void> = {
  'an unknown kind': ({ objects }) => Object.assign(objects[2] as object, { tool_kind: 'wrong' }),
  'no name': ({ objects }) => Reflect.deleteProperty(objects[2] as object, 'tool_name'),
  'an unknown field': ({ objects }) => Object.assign(objects[2] as object, { extra: 1 }),
  'an item that is no object': ({ objects }) => objects.splice(2, 1, null as never),
  'no list of edges': (scan) => Reflect.deleteProperty(scan, 'edges'),
  'edges that are no list': (scan) => Object.assign(scan, { edges: 'none' }),
  'an invalid text': (scan) => Object.assign(scan, { target: 1 }),
};

it.each(Object.entries(CHANGES))('a long document with %s has the same error as a short one', async (_, change) => {
  const [short, long] = [await submit(2, change), await submit(600, change)];
  expect(long).toEqual(short);
  expect(long).toMatchObject({ status: 400, body: { reason: 'invalid_body' } });
});

it('a list that is too long is rejected', async () => {
  const items = { type: 'object' };
  const schema = { type: 'object', properties: { objects: { type: 'array', maxItems: 600, items } } };
  const validate = compileValidator({ schema: schema as never, httpPart: 'body', method: 'POST', url: '/scans' });
  const list = (length: number) => ({ objects: Array.from({ length }, () => ({})) });
  await expect(validate(list(601))).rejects.toMatchObject({
    details: { 'body/objects': expect.stringContaining('600') },
  });
  await validate(list(600));
});
