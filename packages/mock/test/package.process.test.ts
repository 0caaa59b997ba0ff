/** The package as users install it: packed, and unpacked in an empty folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './run-program.ts';

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

const readManifest = () => JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

describe('the package', () => {
  it('serves the contract without other packages', async () => {
    const mock = run(join(unpacked, readManifest().bin['aispm-mock']), ['--port', '0']);
    const [url = ''] = /http:\S+/.exec(await mock.printed(/http:\S+/)) ?? [];
    const response = await fetch(`${url}/rules/tenants/t1/workspaces/w1`, { headers: { authorization: 'Bearer x' } });
    expect(response.status).toBe(200);
    const dynamic = { authorization: 'Bearer x', prefer: 'dynamic=true' };
    expect((await fetch(`${url}/views`, { headers: dynamic })).status).toBe(200);
  });

  it('reads another contract without other packages', async () => {
    const contract = join(import.meta.dirname, '../../../spec/dist/openapi.json');
    const mock = run(join(unpacked, readManifest().bin['aispm-mock']), ['--port', '0', '--contract', contract]);
    expect(await mock.printed(/operations at/)).toContain('/api/v1');
  });

  it('does not depend on Prism and has no installation scripts', () => {
    const names = Object.keys(readManifest().dependencies);
    expect(names.filter((name) => /stoplight\/prism|scarf/.test(name))).toEqual([]);
    expect(Object.keys(readManifest().scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
  });

  it('has type declarations that only need its dependencies', () => {
    const { dependencies, peerDependencies, exports } = readManifest();
    const allowed = new Set(['node', ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const pending = Object.values<{ types?: string }>(exports).flatMap(({ types }) =>
      types === undefined ? [] : [join(unpacked, types)],
    );
    const seen = new Set<string>();
    for (const file of pending) {
      if (seen.has(file)) continue;
      seen.add(file);
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from '(.+?)'/g)) {
        if (name.startsWith('.')) pending.push(join(file, '..', name.replace(/\.[jt]s$/, '.d.ts')));
        else expect(allowed).toContain(name.split(':')[0]);
      }
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it('has handlers for browsers of up to 420 kB, gzipped', () => {
    const bundle = readFileSync(join(unpacked, 'dist/msw.browser.js'));
    expect(gzipSync(bundle).byteLength).toBeLessThanOrEqual(420_000);
  });

  it('does not import private packages', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[jt]s$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => /['"]@aispm\/openapi['"/]/.test(readFileSync(join(unpacked, file), 'utf8')))).toEqual(
      [],
    );
  });

  it.each([
    [
      'THIRD_PARTY_LICENSES.txt',
      ['@stoplight/prism-http', '@stoplight/http-spec', 'ajv', 'json-schema-faker', 'lodash', 'rou3'],
    ],
    [
      'msw.browser.licenses.txt',
      ['@stoplight/prism-http', 'ajv', 'ajv-formats', 'json-schema-faker', 'lodash', 'rou3'],
    ],
  ])('has the licenses of the bundled packages: %s', (file, names) => {
    const licenses = readFileSync(join(unpacked, 'dist', file), 'utf8');
    for (const name of names) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d.* \\(.+\\)$`, 'm'));
    }
    for (const notice of licenses.split(`${'-'.repeat(80)}\n`)) {
      expect(notice.trim().split('\n')[0]).toMatch(/^\S+ \d+\.\d+\.\d+\S* \((?!undefined)/);
    }
  });
});
