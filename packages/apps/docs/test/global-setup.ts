import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import { provideBrowser } from '@aispm/testing/browser';
import type { TestProject } from 'vitest/node';
import { serveDocs } from '../server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the built site, without a trailing slash. */
    site: string;
    /** URL of the site with a mock for "Try it", as `npm start` serves it. */
    siteWithMock: string;
    /** Base URL of a stateless mock. */
    mock: string;
  }
}

/** Serves the site and a mock, and starts the system's Chromium, once for all files of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(join(import.meta.dirname, '../reports'), { recursive: true });
  const closeBrowser = await provideBrowser(project);
  const site = await serveDocs({ port: 0 });
  const mock = await createMock();
  const siteWithMock = await serveDocs({ port: 0, mock });
  const listening = await mock.listen({ port: 0 });
  project.provide('site', site.url);
  project.provide('siteWithMock', siteWithMock.url);
  project.provide('mock', listening.url);
  return async () => {
    await closeBrowser();
    await Promise.all([site.close(), siteWithMock.close(), listening.close()]);
  };
}
