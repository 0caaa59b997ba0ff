/** `aispm-service import`, against the service and against servers that aren't it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getScan, listFineGrainedIssues } from '@aispm/client';
import { freePort } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, runProcess } from '../../run-command.ts';
import { startService, type TestService } from '../../service.ts';
import { createLog, createResult, createRun, locatedAt } from './sarif-log.ts';

const SCOPE = ['--tenant', 'acme', '--workspace', 'main', '--target', 'github.com/acme/desk'];

const folder = mkdtempSync(join(tmpdir(), 'aispm-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a report to a file, and returns its path. */
function writeReport(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Runs the command. */
function run(args: string[], environment: Record<string, string> = {}, runCommand = runHere) {
  return runCommand(['import', ...args], { AISPM_API_KEY: 'aispm_key', ...environment });
}

/** Runs the command with a server that responds to everything in the same way. */
async function runWith(respond: RequestListener, args: string[] = []) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const file = writeReport('one.sarif', createLog(createRun({}, createResult())));
  const output = await run(['sarif', file, ...SCOPE, ...args], { AISPM_URL: url });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { url, ...output };
}

const sendJson =
  (status: number, body: object): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

describe('the import command explains in one line', () => {
  const valid = writeReport('valid.sarif', createLog());

  it.each([
    [['junit', 'a.xml'], {}, 'Specify a format and a file: import sarif|cyclonedx|spdx <file>.'],
    [['sarif', valid], {}, 'An import requires --tenant, --workspace and --target.'],
    [['sarif', valid, ...SCOPE], {}, 'An import requires AISPM_URL, such as http://127.0.0.1:4030/api/v1'],
    [['sarif', valid, ...SCOPE, '--wait', 'long'], {}, '--wait must be a number of seconds.'],
    [['sarif', valid, ...SCOPE], { AISPM_URL: 'user:hunter2@host' }, 'AISPM_URL must be the URL of the API, such as'],
    [['sarif', 'no-such.sarif', ...SCOPE], { AISPM_URL: 'http://127.0.0.1:1' }, 'Cannot import no-such.sarif: ENOENT'],
    [['cyclonedx', valid, ...SCOPE], { AISPM_URL: 'http://127.0.0.1:1' }, 'is a SARIF log, not a CycloneDX bill'],
  ])('why it cannot start: %j', async (args, environment, text) => {
    const { code, out, err } = await run(args, environment);
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toContain(text);
    expect(err).not.toContain('hunter2');
  });

  it('that no server listens at the URL', async () => {
    const file = writeReport('one.sarif', createLog(createRun({}, createResult())));
    const url = `http://127.0.0.1:${await freePort()}/api/v1`;
    const { code, err } = await run(['sarif', file, ...SCOPE], { AISPM_URL: url });
    expect([code, err]).toEqual([
      2,
      `aispm-service: No connection to ${url}: ECONNREFUSED. Start the service, or correct AISPM_URL.\n`,
    ]);
  });

  it('that the server is not the API', async () => {
    const { code, err, url } = await runWith((_, response) => response.writeHead(404).end('<h1>Not Found</h1>'));
    expect([code, err]).toEqual([
      2,
      `aispm-service: ${url} returned 404 without an error body of the AISPM API. Correct AISPM_URL: it ends with /api/v1.\n`,
    ]);
  });

  it('that the response of the server is a page', async () => {
    const { code, err, url } = await runWith((_, response) =>
      response.writeHead(202, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    );
    expect(code).toBe(2);
    expect(err).toContain(`${url} is not the AISPM API`);
    expect(err).toContain('correct AISPM_URL');
  });

  it.each([
    [
      401,
      { code: 401, message: 'The API key is not valid' },
      'The API key is not valid. Set AISPM_API_KEY to a valid key.',
    ],
    [403, { code: 403, message: 'No access' }, 'No access. Use a key with write access to this workspace'],
    [413, { code: 413, message: 'Too large' }, 'Too large. Scan parts separately'],
    [
      422,
      { code: 422, message: 'Not valid', details: { 'body/asset_id': 'must be the identifier of an asset' } },
      'Not valid; body/asset_id must be the identifier of an asset.',
    ],
  ])('why the server rejects the scan: %i', async (status, body, text) => {
    const { code, err, url } = await runWith(sendJson(status, body));
    expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
    expect(err).toContain(`${url} returned ${status}: ${text}`);
  });

  it('that a scan waits for a worker, and exits', async () => {
    const scan = { scan_id: 's1', tool_name: 'scan', status: 'queued', finished_at: null };
    const { code, out } = await runWith(
      (request, response) => sendJson(request.method === 'POST' ? 202 : 200, scan)(request, response),
      ['--wait', '0'],
    );
    expect([code, out]).toEqual([1, 's1 scan queued after 0 seconds. Check that a worker is running.\n']);
  });
});

describe('the import command', () => {
  let test: TestService;
  let token: string;
  beforeAll(async () => {
    test = await startService('postgres');
    token = await test.key([{ tenantId: 'acme', workspaceId: 'main' }]);
  });
  afterAll(() => test.close());

  const importFile = (format: string, file: string, runCommand = runHere) =>
    run([format, file, ...SCOPE], { AISPM_URL: `${test.baseUrl}/`, AISPM_API_KEY: token }, runCommand);

  it('imports a SARIF log, and lists what it rejects, changes and ignores', async () => {
    const log = createLog(
      createRun(
        {},
        createResult(locatedAt('a.ts', { startLine: 3 })),
        null,
        createResult(locatedAt('b.ts', { startLine: 0 })),
        createResult({ suppressions: [{ kind: 'inSource' }] }),
      ),
      { results: [] },
    );
    const { code, out, err } = await importFile('sarif', writeReport('mixed.sarif', log), runProcess);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^\S+ scan completed: 0 objects, 2 findings, 0 resolved\n$/),
    ]);
    expect(err.split('\n')).toEqual([
      'Rejected: 2',
      '  /runs/0/results/1 must be an object. Correct the value, or create the document again with its tool.',
      expect.stringMatching(/^ {2}\/runs\/1\/tool\/driver\/name must be a string that is not empty\. /),
      'Imported with missing or changed values: 1',
      expect.stringMatching(/^ {2}\/runs\/0\/results\/2\/locations\/0\/physicalLocation\/region\/startLine must be an/),
      'Skipped on purpose: 1 suppressed results, such as r1 (/runs/0/results/3)',
      '',
    ]);
    const client = test.client(token);
    const [scanId = ''] = out.split(' ');
    const scope = { tenant_id: 'acme', workspace_id: 'main' };
    expect(await getScan(client, { ...scope, id: scanId })).toMatchObject({ status: 'completed', detection_count: 2 });
    const { items } = await listFineGrainedIssues(client, scope);
    expect(items).toMatchObject([{ rule_id: 'scan.r1' }, { rule_id: 'scan.r1' }]);
  });

  it('prints each reason once, with an example and a number, and up to 20 reasons', async () => {
    const levels = Array.from({ length: 30 }, (_, index) => createResult({ level: `level-${index}` }));
    const log = createLog(createRun({}, ...Array.from({ length: 30 }, () => null), ...levels));
    const { code, err } = await importFile('sarif', writeReport('many.sarif', log));
    expect([code, err.trim().split('\n').length]).toEqual([0, 24]);
    expect(err).toContain(
      'Rejected: 30\n  /runs/0/results/0 must be an object. Correct the value, or create the document again with its tool. The same holds for 29 more.\n',
    );
    expect(err).toContain('Imported with missing or changed values: 30\n');
    expect(err).toContain('  … and 10 more\n');
  });

  it('imports a compressed SARIF log of several megabytes', { tags: ['long'] }, async () => {
    const results = Array.from({ length: 1500 }, (_, index) =>
      createResult({ ...locatedAt(`src/${index}.ts`, { startLine: 1 }), message: { text: 'Long. '.repeat(300) } }),
    );
    const log = createLog(createRun({ tool: { driver: { name: 'large' } } }, ...results));
    expect(log.length).toBeGreaterThan(2 ** 21);
    const { code, out, err } = await importFile('sarif', writeReport('large.sarif.gz', gzipSync(log)));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('large completed: 0 objects, 1500 findings');
  });

  it('accepts an SBOM without AI objects, and says how many components are not AI objects', async () => {
    const bill = { bomFormat: 'CycloneDX', specVersion: '1.4', components: [{ type: 'library', name: 'left-pad' }] };
    const { code, out, err } = await importFile('cyclonedx', writeReport('bill.json', JSON.stringify(bill)));
    expect([code, err]).toEqual([
      0,
      'Skipped on purpose: 1 components that are not AI objects, such as left-pad (/components/0)\n',
    ]);
    expect(out).toContain('CycloneDX completed: 0 objects, 0 findings');
  });

  it.each([
    ['no run', createLog(), runHere, 0, 'The report contains no scan to import.\n'],
    [
      'no valid run',
      createLog(null),
      runProcess,
      1,
      expect.stringMatching(/^Rejected: 1\n.*\nThe report contains no scan to import\.\n$/),
    ],
  ])('submits nothing for a SARIF log with %s', async (_, log, runCommand, expected, text) => {
    const { code, out, err } = await importFile('sarif', writeReport('none.sarif', log), runCommand);
    expect([code, out, err]).toEqual([expected, '', text]);
  });
});
