import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMock, type Mock } from '@aispm/mock';
import { build } from 'esbuild';
import { Window } from 'happy-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Program from './app/app.tsx';

const require = createRequire(import.meta.url);
const react18 = createRequire(require.resolve('@aispm/react18/package.json'));
const VERSIONS = [
  { version: '18.3.1', resolver: react18 },
  { version: '19.3.1', resolver: require },
];

let window: Window;
let mock: Mock;
let sent: string[];

beforeEach(async () => {
  window = new Window({ url: 'http://page.test/' });
  window.document.body.innerHTML = '<main></main>';
  mock = await createMock({ stateful: true });
  sent = [];
});

afterEach(async () => {
  // React ends its last work in the next turn of the event loop, and needs the window there.
  await new Promise(setImmediate);
  vi.unstubAllGlobals();
  await window.happyDOM.close();
});

/** Bundles the program with a version of React, for production: otherwise strict mode mounts, and requests, everything twice. */
async function bundleProgram(resolver: NodeJS.Require, version: string): Promise<string> {
  const outfile = join(import.meta.dirname, `../generated/app-${version}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, 'app/app.tsx')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    alias: Object.fromEntries(
      ['react', 'react-dom'].map((name) => [name, dirname(resolver.resolve(`${name}/package.json`))]),
    ),
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  });
  return outfile;
}

/** Loads the program as a browser does, or as a server does, which has no window. */
async function loadProgram(file: string, isBrowser: boolean): Promise<typeof Program> {
  if (isBrowser) {
    vi.stubGlobal('window', window);
    for (const name of ['document', 'HTMLIFrameElement', 'MutationObserver'] as const)
      vi.stubGlobal(name, window[name]);
  }
  // A copy for each test, because modules read the window when they are loaded.
  return import(`${pathToFileURL(file).href}?${performance.now()}`);
}

/** Returns a client of the mock that records its requests, which wait until `allowed` has settled. */
function recordingClient({ createClient }: typeof Program, allowed?: Promise<void>) {
  return createClient({
    baseUrl: `http://mock.test${mock.basePath}`,
    token: 's3cret',
    fetch: async (url, init) => {
      sent.push(`${init.method} ${new URL(url).pathname.split('/')[3]}`);
      await allowed;
      return mock.fetch(url, init);
    },
  });
}

const items = (id: string): string[] =>
  [...window.document.querySelectorAll(`#${id} li`)].map((item) => item.textContent);

describe.each(VERSIONS)('with React $version', ({ version, resolver }) => {
  let file: string;

  beforeAll(async () => {
    file = await bundleProgram(resolver, version);
  });

  it('a page suspends, shows its queries, loads further pages and sends a mutation', async () => {
    const program = await loadProgram(file, true);
    expect(program.version).toBe(version);
    const element = window.document.querySelector('main') as unknown as Element;
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const unmount = program.showPage(element, recordingClient(program, allowed), new program.QueryClient());
    await expect.poll(() => element.querySelector('#loading')).not.toBeNull();
    allow();
    await expect.poll(() => items('rules').filter((name) => name !== '…')).toHaveLength(3);
    await expect.poll(() => items('issues')).toHaveLength(2);
    expect(element.querySelector('output')?.textContent).toBe('3');

    (element.querySelector('#more') as HTMLButtonElement).click();
    await expect.poll(() => items('issues')).toHaveLength(4);
    sent.length = 0;
    (element.querySelector('#start') as HTMLButtonElement).click();
    await expect.poll(() => element.querySelector('#start')?.textContent).toBe('Started');
    // The list is complete again before the mutation ends: both of its pages.
    expect(sent).toEqual(['PATCH issues', 'GET issues', 'GET issues']);
    unmount();
  });

  it('a page that a server rendered is taken over without a second request', async () => {
    const server = await loadProgram(file, false);
    const defaultOptions = { queries: { staleTime: 60_000 } };
    const queryClient = new server.QueryClient({ defaultOptions });
    const serverClient = recordingClient(server);
    await server.loadPage(queryClient, serverClient);
    expect(sent).toEqual(['GET rules', 'GET issues']);
    const html = server.renderPage(serverClient, queryClient);
    const state = JSON.stringify(server.dehydrate(queryClient));
    expect(html).toContain('<ol id="issues"><li>');
    expect(state).not.toMatch(/s3cret|mock\.test/);
    sent.length = 0;

    const browser = await loadProgram(file, true);
    const element = window.document.querySelector('main') as unknown as Element;
    element.innerHTML = html;
    const problems: unknown[] = [];
    const unmount = browser.hydratePage(
      element,
      recordingClient(browser),
      new browser.QueryClient({ defaultOptions }),
      JSON.parse(state),
      (error) => problems.push(error),
    );
    // The details of the rules were not loaded on the server: they are the only requests.
    await expect.poll(() => items('rules').filter((name) => name !== '…')).toHaveLength(3);
    expect(items('issues')).toHaveLength(2);
    expect(sent).toEqual(['GET rules', 'GET rules', 'GET rules']);
    expect(problems).toEqual([]);
    unmount();
  });
});
