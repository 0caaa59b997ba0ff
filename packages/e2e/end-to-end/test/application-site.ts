/** Builds the application and serves it with each mode of the mock. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type MockOptions } from '@aispm/mock';
import { aispmMock } from '@aispm/mock/vite';
import { build, type InlineConfig, preview } from 'vite';

const root = join(import.meta.dirname, 'application');

/** A way to serve the API to a page. */
export interface Mode {
  name: string;
  isStateful: boolean;
  /** The mock on a separate port. */
  server?: MockOptions;
  /** The mock on the origin of the page. */
  plugin?: MockOptions;
}

/** The modes of the mock. Without a server or a plugin, the page uses Mock Service Worker. */
export const MODES: readonly Mode[] = [
  { name: 'the examples', isStateful: false, server: {} },
  { name: 'generated records', isStateful: false, server: { dynamic: true, rows: 12, seed: '1' } },
  { name: 'state', isStateful: true, server: { stateful: true } },
  { name: 'Mock Service Worker', isStateful: true },
  { name: 'the Vite plugin', isStateful: true, plugin: { stateful: true } },
];

/** The built application, in a separate folder. */
export interface Application {
  /** Serves it. @returns the URL of its first screen, and a function that stops the servers */
  serve(mode: Mode): Promise<{ url: string; close(): Promise<void> }>;
  remove(): void;
}

/** Builds the application with Vite. */
export async function buildApplication(): Promise<Application> {
  const outDir = mkdtempSync(join(tmpdir(), 'application-'));
  const config: InlineConfig = { root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } };
  await build(config);
  const worker = 'mockServiceWorker.js';
  copyFileSync(createRequire(import.meta.url).resolve(`msw/${worker}`), join(outDir, worker));
  return {
    async serve({ server, plugin }) {
      const site = await preview({
        ...config,
        plugins: plugin ? [aispmMock(plugin)] : [],
        preview: { port: 0, host: '127.0.0.1' },
      });
      const mock = server && (await (await createMock(server)).listen({ port: 0 }));
      const url = new URL(site.resolvedUrls?.local[0] ?? '');
      if (mock) url.searchParams.set('api', mock.url);
      else if (!plugin) url.searchParams.set('msw', '');
      return {
        url: url.href,
        async close() {
          await Promise.all([site.close(), mock?.close()]);
        },
      };
    },
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
