/** Each group of faults costs a complete build, which ends in the same way as that of `build.process.test.ts`. */
import { describe } from 'vitest';
import { FAULTS, testFaults } from './build-faults.ts';

describe.each(['the relations', 'an example', 'a schema', 'the rules'] as const)('faults in %s', (step) =>
  testFaults(FAULTS[step]),
);
