import { withBase } from 'vitepress';

/** Address of the mock that serves this page's "Try it", such as `/mock/api/v1`; none on a published site. */
export async function localMock(): Promise<string | undefined> {
  const { mock } = await import(/* @vite-ignore */ withBase('/local.js'));
  return mock;
}
