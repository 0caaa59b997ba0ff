import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeSample, type Document, listOperations } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const dist = join(import.meta.dirname, '../dist');
const read = (name: string): Document => parse(readFileSync(join(dist, name), 'utf8'), { maxAliasCount: 0 });

describe.each(['openapi.json', 'openapi.yaml'])('the code samples of %s', (name) => {
  const operations = listOperations(read(name)).map(({ definition, path }) => ({
    path,
    samples: (definition['x-codeSamples'] ?? []) as CodeSample[],
  }));

  it('call every operation with the client, with curl and with Python', () => {
    expect(operations.length).toBeGreaterThan(0);
    for (const { path, samples } of operations) {
      expect(
        samples.map(({ lang, label }) => `${lang}: ${label}`),
        path,
      ).toEqual(['TypeScript: TypeScript', 'Shell: curl', 'Python: Python']);
    }
  });

  it('use the same tenant, workspace and key, on the mock', () => {
    for (const { path, samples } of operations) {
      for (const { source } of samples) {
        expect(source).toContain('http://127.0.0.1:4010/api/v1');
        expect(source).toContain('any-key');
        if (path.includes('{tenant_id}')) expect(source).toMatch(/halden-freight.*production/s);
      }
    }
  });
});

describe('strict.json', () => {
  it('has no code samples: generators and the packages of this repository do not need them', () => {
    const samples = listOperations(read('strict.json')).flatMap(({ definition }) => definition['x-codeSamples'] ?? []);
    expect(samples).toEqual([]);
  });
});
