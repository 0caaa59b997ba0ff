/** What scanners submit is stored without the secrets that it quotes, whatever they have redacted themselves. */
import {
  type Client,
  getFineGrainedIssue,
  getScan,
  listFineGrainedIssues,
  listLocations,
  listScanResults,
  submitScan,
} from '@aispm/client';
import type { Scan, ScanDocument } from '@aispm/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { redactDocument } from '../../src/domains/scans/documents/redact-document.ts';
import { maxLength } from '../../src/platform/contract/limits.ts';
import { DeadlineError } from '../../src/platform/threads/threads.ts';
import { createFullDocument } from '../bulk/full-scan-document.ts';
import { findTexts } from '../erasure/rows.ts';
import { startService, type TestService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const WORKSPACE = { tenantId: 'acme', workspaceId: 'main' };
const PATH = { tenant_id: 'acme', workspace_id: 'main' };

/** Has the format of a secret, so that it's one in source code as well. */
const SECRET = ['sk', 'correct-horse-battery-staple'].join('-');

/** Creates a document that quotes text in all places that may quote some. */
function createDocument(target: string, text: string): ScanDocument {
  return {
    scan_type: 'code',
    target,
    tool_name: 'desk-scan',
    tool_version: '1',
    objects: [
      {
        key: 'repo',
        stable_key: target,
        object_type: 'asset',
        aispm_friendly_name: target,
        asset_type: 'repository',
      },
    ],
    edges: [],
    locations: [
      {
        key: 'file',
        stable_key: 'desk.env',
        aispm_friendly_name: 'desk.env',
        location_type: 'file',
        snippet: text,
      },
    ],
    rules: [{ rule_id: 'desk-scan.secret', object_types: ['asset'], source: 'external', severity: 'high' }],
    occurrences: [
      {
        fingerprint: 'f1',
        rule_id: 'desk-scan.secret',
        location_key: 'file',
        message: `Found ${text}`,
        evidence: [
          { kind: 'code', value: text, redacted: text.includes('[REDACTED]') },
          { kind: 'code', value: 'nothing to hide', redacted: false },
        ],
      },
    ],
  };
}

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService('postgres');
  client = service.client(await service.key([WORKSPACE]));
});
afterAll(() => service?.close());

async function scan(document: ScanDocument): Promise<Scan> {
  const { scan_id: id } = await submitScan(client, { ...PATH, body: document });
  return vi.waitFor(
    async () => {
      const current = await getScan(client, { ...PATH, id });
      expect(current.finished_at).not.toBeNull();
      return current;
    },
    { timeout: TIMEOUT_MS, interval: 20 },
  );
}

it('findings and locations are returned without the secrets that they quote', async () => {
  const finished = await scan(createDocument('desk', `DESK_TOKEN=${SECRET}`));
  expect(finished).toMatchObject({ status: 'completed', detection_count: 1 });
  const { items } = await listFineGrainedIssues(client, { ...PATH, scan_id: [finished.scan_id] });
  const id = items[0]?.fine_grained_issue_id ?? '';
  expect(await getFineGrainedIssue(client, { ...PATH, id })).toMatchObject({
    fingerprint: 'f1',
    message: 'Found DESK_TOKEN=[REDACTED]',
    evidence: [
      { kind: 'code', value: 'DESK_TOKEN=[REDACTED]', redacted: true },
      { kind: 'code', value: 'nothing to hide', redacted: false },
    ],
  });
  const { items: locations } = await listLocations(client, { ...PATH, asset_id: [finished.asset_id ?? ''] });
  expect(locations).toMatchObject([{ snippet: 'DESK_TOKEN=[REDACTED]' }]);
});

it('the reason of a failed scan is returned without secrets', async () => {
  const failed = { ...createDocument('failed', ''), objects: [], locations: [], rules: [], occurrences: [] };
  const error_message = `Cannot read https://desk:${SECRET}@desk.example/`;
  expect(await scan({ ...failed, error_message })).toMatchObject({
    status: 'failed',
    error_message: 'Cannot read https://desk:[REDACTED]@desk.example/',
  });
});

it('no table contains a secret, not even while the scan waits', async () => {
  const queue = await startService('postgres', { runsWorker: false });
  const submitter = queue.client(await queue.key([WORKSPACE]));
  const { scan_id } = await submitScan(submitter, {
    ...PATH,
    body: createDocument('waiting', `password: ${SECRET} in waiting.env`),
  });
  const found = await Promise.all([SECRET, 'waiting.env'].map((text) => findTexts(queue.database, [text])));
  await queue.close();
  expect(scan_id).toBeTruthy();
  expect(found.map((tables) => tables.length > 0)).toEqual([false, true]);
});

it('a scan is unchanged when the same secrets are submitted again, or redacted by the scanner', async () => {
  const target = 'again';
  const first = await scan(createDocument(target, `api_key=${SECRET}`));
  for (const text of [`api_key=${SECRET}`, 'api_key=[REDACTED]']) {
    const { status, scan_id: id, detection_count } = await scan(createDocument(target, text));
    const { items } = await listScanResults(client, { ...PATH, id });
    expect([status, detection_count]).toEqual(['completed', first.detection_count]);
    expect(items.map(({ change }) => change)).toEqual(['unchanged', 'unchanged']);
  }
});

it('strings stay within the limits of the contract, even if the replacement of a secret is longer', async () => {
  const fill = (path: string) => 'x://a:b@c '.repeat(250).slice(0, maxLength(path));
  const { locations, occurrences, ...document } = createDocument('long', '');
  const [location, occurrence] = [locations[0], occurrences[0]] as [
    ScanDocument['locations'][0],
    (typeof occurrences)[0],
  ];
  const long = await redactDocument(service.service.services.threads, 'tenant', {
    ...document,
    error_message: fill('ScanDocument.error_message'),
    locations: [{ ...location, snippet: fill('ScannedLocation.snippet') }],
    occurrences: [
      {
        ...occurrence,
        message: fill('ScannedOccurrence.message'),
        evidence: [{ kind: 'code', value: fill('Evidence.value'), redacted: false }],
      },
    ],
  });
  const texts = [
    long.error_message,
    long.locations[0]?.snippet,
    long.occurrences[0]?.message,
    long.occurrences[0]?.evidence?.[0]?.value,
  ];
  expect(texts.map((text) => text?.length)).toEqual([2_000, 2_048, 2_000, 2_048]);
  for (const text of texts) expect(text).toMatch(/^x:\/\/a:\[REDACTED\]@c /);
});

it.each([
  '"API_KEY": "$DESK_API_KEY"',
  'api_key=os.environ["KEY_OF_DESK"]',
  'token: config.token',
  '"password": "<password>"',
])('the source code %s contains no secret and is unchanged', async (snippet) => {
  const document = createDocument('reference', '');
  const locations = document.locations.map((location) => ({ ...location, snippet }));
  const redacted = await redactDocument(service.service.services.threads, 'tenant', { ...document, locations });
  expect(redacted.locations).toEqual(locations);
});

it('a document without secrets is unchanged', async () => {
  const document = createFullDocument('plain');
  expect(await redactDocument(service.service.services.threads, 'tenant', document)).toEqual(document);
});

it('a document that cannot be searched for secrets in time is rejected, and none of it is stored', async () => {
  const search = vi
    .spyOn(service.service.services.threads, 'run')
    .mockRejectedValue(new DeadlineError('redact', 2_000));
  const { occurrences, ...document } = createDocument('unsearchable', 'x');
  const evidence = Array.from({ length: 20 }, () => ({
    kind: 'code' as const,
    value: 'x '.repeat(1_000),
    redacted: false,
  }));
  const rejected = submitScan(client, {
    ...PATH,
    body: { ...document, occurrences: occurrences.map((occurrence) => ({ ...occurrence, evidence })) },
  });
  await expect(rejected).rejects.toMatchObject({
    status: 422,
    body: {
      reason: 'invalid_body',
      details: {
        'body/occurrences/0': 'its strings could not be searched for secrets within 2 seconds; shorten them',
      },
    },
  });
  search.mockRestore();
  expect(await findTexts(service.database, ['unsearchable'])).toEqual([]);
});
