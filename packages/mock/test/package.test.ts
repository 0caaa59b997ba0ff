/** The package as its users have it: packed, and unpacked where nothing else is. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
const unpacked = join(folder, 'package');

beforeAll(() => {
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], options),
  );
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const manifest = () => JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

describe('the package', () => {
  it('serves the contract with nothing but itself: Prism is inside of it', async () => {
    const mock = run(join(unpacked, manifest().bin['aispm-mock']), ['--port', '0']);
    const [url = ''] = /http:\S+/.exec(await mock.printed(/http:\S+/)) ?? [];
    const response = await fetch(`${url}/rules/tenants/t1/workspaces/w1`, { headers: { authorization: 'Bearer x' } });
    expect(response.status).toBe(200);
    const dynamic = { authorization: 'Bearer x', prefer: 'dynamic=true' };
    expect((await fetch(`${url}/views`, { headers: dynamic })).status).toBe(200);
  });

  it('reads another contract with what it has', async () => {
    const contract = join(import.meta.dirname, '../../../spec/dist/openapi.json');
    const mock = run(join(unpacked, manifest().bin['aispm-mock']), ['--port', '0', '--contract', contract]);
    expect(await mock.printed(/operations at/)).toContain('/api/v1');
  });

  it('installs no Prism, and nothing that runs at the installation', () => {
    const names = Object.keys(manifest().dependencies);
    expect(names.filter((name) => /stoplight\/prism|scarf/.test(name))).toEqual([]);
    expect(Object.keys(manifest().scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
  });

  it.each([
    [
      'THIRD_PARTY_LICENSES.txt',
      ['@stoplight/prism-http', '@stoplight/http-spec', 'ajv', 'json-schema-faker', 'lodash'],
    ],
    ['msw.browser.licences.txt', ['@stoplight/prism-http', 'ajv', 'ajv-formats', 'json-schema-faker', 'lodash']],
  ])('has the licenses of all that is in it: %s', (file, names) => {
    const licenses = readFileSync(join(unpacked, 'dist', file), 'utf8');
    for (const name of names) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d.* \\(.+\\)$`, 'm'));
    }
    for (const notice of licenses.split(`${'-'.repeat(80)}\n`)) {
      expect(notice.trim().split('\n')[0]).toMatch(/^\S+ \d+\.\d+\.\d+\S* \((?!undefined)/);
    }
  });
});
