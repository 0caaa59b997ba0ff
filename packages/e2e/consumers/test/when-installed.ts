import { whenStarted } from '@aispm/testing/when-started';
import { inject } from 'vitest';
import type { Installed } from './install.ts';

/** Waits until the packages are installed. */
export function whenInstalled(): Promise<Installed> {
  return whenStarted(inject('installed'));
}
