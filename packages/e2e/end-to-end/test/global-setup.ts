/** Starts the system's Chromium, and a service while other tests run, once for all files of a run. */
import { startInBackground } from '@aispm/testing/background';
import { provideBrowser } from '@aispm/testing/browser';
import type { TestProject } from 'vitest/node';
import { startService } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file in which `sharedService` finds the service. */
    service: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const closeBrowser = await provideBrowser(project);
  const { file, stop } = startInBackground(async () => {
    const { url, token, close } = await startService();
    return { value: { url, token }, stop: close };
  });
  project.provide('service', file);
  return async () => {
    await Promise.all([closeBrowser(), stop()]);
  };
}
