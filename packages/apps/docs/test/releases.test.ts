/** The releases in the site. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toReleasePage } from '../build/redoc-page.ts';
import { readReleases, releaseTable } from '../build/releases.ts';

const dist = join(import.meta.dirname, '../dist');
const SPEC = join(import.meta.dirname, '../../../../spec');
const redoc = readFileSync(join(dist, 'redoc/index.html'), 'utf8');

describe.each(readReleases())('release $version', ({ version, date }) => {
  it('has its contract in the site, as YAML and JSON', () => {
    const yaml = readFileSync(join(dist, `releases/${version}/openapi.yaml`), 'utf8');
    expect(yaml).toBe(readFileSync(join(SPEC, `releases/${version}.yaml`), 'utf8'));
    expect(JSON.parse(readFileSync(join(dist, `releases/${version}/openapi.json`), 'utf8'))).toEqual(parse(yaml));
  });

  it('is in the table of releases, with its day', () => {
    expect(releaseTable('99.0.0')).toContain(
      `| ${version} | ${date} | [openapi.yaml](/releases/${version}/openapi.yaml)`,
    );
  });
});

describe('the Redoc page of a release', () => {
  it('is in a folder of its own, unless the site has the same version', () => {
    const [{ version } = { version: '' }] = readReleases();
    expect(releaseTable('99.0.0')).toContain(`](/redoc/${version}/)`);
    expect(releaseTable(version)).toContain('](/redoc/)');
  });

  it('links to the pages of the site and to its own contract', () => {
    const links = [...toReleasePage(redoc, '1.2.3').matchAll(/(?:href|src)="([^"#{]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(
      expect.arrayContaining([
        '../../index.html',
        '../../local.js',
        '../../releases/1.2.3/openapi.yaml',
        '../../releases/1.2.3/openapi.json',
      ]),
    );
    expect(links.filter((link = '') => /^\.\.\/(?!\.\.\/)|^\.\.\/\.\.\/openapi/.test(link))).toEqual([]);
  });
});
