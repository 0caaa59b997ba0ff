/** Starts the mock, which all tests call over HTTP. */
import { createMock } from '@aispm/mock';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the mock, with the base path. */
    mockUrl: string;
  }
}

/** Starts the mock. @returns a function that stops it */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const mock = await (await createMock()).listen({ port: 0 });
  project.provide('mockUrl', mock.url);
  return () => mock.close();
}
