import { withBase } from 'vitepress';

/**
 * Loads `local.js`, which a live site also uses to reload its pages.
 *
 * @returns base path of the mock at the site's origin, such as `/api/v1`; undefined on a published site
 */
export async function loadMockPath(): Promise<string | undefined> {
  const { mock } = await import(/* @vite-ignore */ withBase('/local.js'));
  return mock;
}
