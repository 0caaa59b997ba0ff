import type { ExampleServer } from '@aispm/contract-tests/workflows';
import { whenStarted } from '@aispm/testing/when-started';
import { inject } from 'vitest';

/** Returns the service that all tests share that don't change its records. */
export function sharedService(): Promise<ExampleServer> {
  return whenStarted(inject('service'));
}
