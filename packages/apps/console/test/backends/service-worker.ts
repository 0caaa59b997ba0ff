import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { build } from 'vite';
import { ANY_KEY, type Backend, listen } from './mock.ts';

/**
 * Serves a console whose page starts Mock Service Worker first. Its records last as long as the page. It's served without
 * the console's content security policy, which forbids the functions that the mock compiles.
 */
export async function startOnServiceWorker(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'console-msw-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: join(import.meta.dirname, 'start-service-worker.ts'), formats: ['es'], fileName: 'start' },
    },
  });
  const files = join(import.meta.dirname, '../../dist');
  const page = readFileSync(join(files, 'index.html'), 'utf8')
    .replace('name="aispm-api" content=""', 'name="aispm-api" content="/api/v1"')
    .replace(
      /<script type="module" crossorigin src="([^"]+)">/,
      '<script type="module" src="/start.js" data-entry="$1">',
    );
  const worker = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'));
  const serveOwn = sirv(folder, { dev: true });
  const serveConsole = sirv(files, { dev: true });
  const site = await listen((request, response) => {
    const isFile = /^\/(assets\/.+|[^/]+\.(js|svg))$/.test(request.url ?? '');
    if (request.url === '/mockServiceWorker.js') response.setHeader('content-type', 'text/javascript').end(worker);
    else if (!isFile) response.setHeader('content-type', 'text/html;charset=utf-8').end(page);
    else serveOwn(request, response, () => serveConsole(request, response, () => void response.writeHead(404).end()));
  });
  return {
    url: site.url,
    api: `${site.url}/api/v1`,
    key: ANY_KEY,
    async close() {
      site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
