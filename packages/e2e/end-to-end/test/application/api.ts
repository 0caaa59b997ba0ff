/** The API of the application: on the origin of the page, or at the URL in `?api=`. */
import { createClient, withWorkspace } from '@aispm/client';

const settings = new URLSearchParams(location.search);

/** The client of the only workspace. */
export const client = withWorkspace(createClient({ baseUrl: settings.get('api') ?? '/api/v1', token: 'any-key' }), {
  tenant_id: 'halden-freight',
  workspace_id: 'production',
});

/** Starts Mock Service Worker if the page has `?msw`. */
export async function startMock(): Promise<void> {
  if (!settings.has('msw')) return;
  const [{ handlers }, { setupWorker }] = await Promise.all([import('@aispm/mock/msw'), import('msw/browser')]);
  await setupWorker(...handlers({ stateful: true })).start({ quiet: true });
}
