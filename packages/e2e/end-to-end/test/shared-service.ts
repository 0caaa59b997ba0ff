import type { StoryServer } from '@aispm/contract-tests/workflows';
import { whenStarted } from '@aispm/testing/when-started';
import { inject } from 'vitest';

/** Returns the service that all tests share that don't change its records. */
export function sharedService(): Promise<StoryServer> {
  return whenStarted(inject('service'));
}
