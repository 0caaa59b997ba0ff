/** The committed results of the import of real reports. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatTable } from './real-files/format-table.ts';
import type { FileResult, RealFiles } from './real-files/types.ts';

const read = (name: string) => readFileSync(new URL(`real-files/${name}`, import.meta.url), 'utf8');
const results = JSON.parse(read('results.json')) as FileResult[];
const files = JSON.parse(read('files.json')) as RealFiles[];

describe('the results of real reports', () => {
  it('are in RESULTS.md', () => {
    expect(read('RESULTS.md')).toBe(formatTable(results));
  });

  it('cover exactly the files in the list', () => {
    const listed = files.flatMap(({ format, repository, commit, paths }) =>
      paths.map((path) => ({ format, repository, commit, path })),
    );
    expect(results.map(({ format, repository, commit, path }) => ({ format, repository, commit, path }))).toEqual(
      listed,
    );
  });

  it.each(['sarif', 'cyclonedx'])('contain at least 60 valid files of %s, and all of them are imported', (format) => {
    const valid = results.filter((result) => result.format === format && result.validity === 'valid');
    expect(valid.length).toBeGreaterThanOrEqual(60);
    expect(valid.filter(({ isImported }) => !isImported)).toEqual([]);
  });

  it('contain every version of CycloneDX, in JSON and in XML', () => {
    const versions = new Set(results.filter(({ format }) => format === 'cyclonedx').map(({ version }) => version));
    const json = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];
    const xml = ['1.0', '1.1', ...json].map((version) => `${version} XML`);
    expect([...versions]).toEqual(expect.arrayContaining([...json, ...xml]));
  });
});
