import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, flattenSchemas, type JsonObject, mapNodes } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { joinFiles } from '../../packages/lib/openapi/src/document/join-files.js';
import { contract } from './contract.ts';

const entry = join(import.meta.dirname, '../openapi.yaml');
const read = (path: string) => parse(readFileSync(path, 'utf8')) as JsonObject;

/** Leaves out the values of some examples. */
function withoutValues(document: JsonObject | Document, isLeftOut: (value: unknown) => boolean) {
  return mapNodes(document as JsonObject, ({ value, ...others }) => ({
    ...others,
    ...(value !== undefined && !isLeftOut(value) && { value }),
  }));
}

const isDerived = (value: unknown) => typeof value === 'object' && value !== null && '$derive' in value;

describe('what Spectral checks, the files joined by the ruleset,', () => {
  const { document } = joinFiles(read(entry), entry, read);
  flattenSchemas(document);
  const { info, tags, ...joined } = document;
  const { info: _info, tags: _tags, ...bundle } = contract;

  it('is what Redocly bundles', () => {
    expect(withoutValues(joined, () => true)).toEqual(withoutValues(bundle, () => true));
  });

  it('has the same examples, except for those that the build derives', () => {
    expect(bundle).toMatchObject(withoutValues(joined, isDerived));
  });

  it('has the same information and tags, whose guides the build includes', () => {
    expect(contract).toMatchObject({ info: { ...(info as object), description: expect.any(String) } });
    const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);
    expect(names(contract.tags)).toEqual(names(tags));
  });
});
