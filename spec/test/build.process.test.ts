import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build, FAULTS, listOutputs, testFaults } from './build-faults.ts';
import { useCopy } from './copy.ts';

const root = join(import.meta.dirname, '../..');

describe('the output of the build', () => {
  const copy = useCopy();

  it('contains the contract in its forms and a digest, and is unchanged if a later build fails', () => {
    cpSync(join(root, 'spec/dist'), join(copy.path, 'spec/dist'), { recursive: true });
    expect(listOutputs(copy).sort()).toEqual([
      'digest.d.ts',
      'digest.js',
      'openapi.compat-3.0.yaml',
      'openapi.compat.yaml',
      'openapi.json',
      'openapi.yaml',
      'strict.json',
    ]);
    const before = readFileSync(join(copy.path, 'spec/dist/openapi.json'), 'utf8');

    copy.edit('openapi.yaml', 'title: AISPM API', 'title: [');
    expect(build(copy).status).toBe(1);
    expect(listOutputs(copy).sort()).toEqual([
      'digest.d.ts',
      'digest.js',
      'openapi.compat-3.0.yaml',
      'openapi.compat.yaml',
      'openapi.json',
      'openapi.yaml',
      'strict.json',
    ]);
    expect(readFileSync(join(copy.path, 'spec/dist/openapi.json'), 'utf8')).toBe(before);
  });
});

// The first and the last step of the build. `build.slow.test.ts` has those between them.
describe.each(['files that cannot be bundled', 'what Spectral checks'] as const)('faults in %s', (step) =>
  testFaults(FAULTS[step]),
);
