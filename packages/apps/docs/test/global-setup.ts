import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { provideBrowser } from '@aispm/testing/browser';
import type { TestProject } from 'vitest/node';
import { serveDocs } from '../server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the built site, without a slash at the end. */
    site: string;
  }
}

/** Serves the site and starts the system's Chromium, once for all files of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(join(import.meta.dirname, '../reports'), { recursive: true });
  const closeBrowser = await provideBrowser(project);
  const site = await serveDocs({ port: 0 });
  project.provide('site', site.url);
  return async () => {
    await closeBrowser();
    await site.close();
  };
}
