/** Follows a guide in a home folder with a clone of the repository and the packed packages. */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { follow, type JourneyOptions } from './follow.ts';
import { createHome, environment } from './reader.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * Follows a guide from an empty folder to its end, and removes everything afterwards.
 *
 * @param name the name of the guide, such as `quick-start`
 * @param programs folders of programs that the guide requires, such as those of PostgreSQL
 */
export async function followGuide(
  name: string,
  options: JourneyOptions = {},
  programs: readonly string[] = [],
): Promise<void> {
  const home = createHome();
  try {
    symlinkSync(ROOT, join(home, 'aispm-contract'));
    symlinkSync(inject('packages'), join(home, 'aispm-packages'));
    await follow(name, home, environment(home, inject('registry'), programs), options);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
