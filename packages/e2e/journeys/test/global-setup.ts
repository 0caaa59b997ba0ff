import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { provideBrowser } from '@aispm/testing/browser';
import type { TestProject } from 'vitest/node';
import { follow } from './follow.ts';
import { createHome, environment } from './reader.ts';
import { startRegistry } from './registry.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the registry on this machine. */
    registry: string;
    /** The folder with the packed packages. */
    packages: string;
  }
}

const ROOT = join(import.meta.dirname, '../../../..');

/** Follows the guide "Get the packages", in this working tree instead of a clone, and starts a browser. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const closeBrowser = await provideBrowser(project);
  const registry = await startRegistry();
  const home = createHome();
  const tearDown = async () => {
    await closeBrowser();
    await registry.close();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    symlinkSync(ROOT, join(home, 'aispm-contract'));
    await follow('install', home, environment(home, registry.url), {
      replaced: { 'git clone https://github.com/aispm/aispm-contract.git': '', 'npm ci': '' },
    });
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('registry', registry.url);
  project.provide('packages', join(home, 'aispm-packages'));
  return tearDown;
}
