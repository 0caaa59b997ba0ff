import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contractFiles, type Operation } from '../../../apps/docs/build/contract.ts';
import { operationAnchor } from '../../../apps/docs/build/reference-anchors.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';

/** A renderer of OpenAPI that a page loads as a script. */
interface Peer {
  name: string;
  /** Name and version of the package, and its self-contained files that the page loads. */
  package: string;
  version: string;
  files: string[];
  /** The body of the page; `base` is the base path of its files. */
  body(base: string): string;
}

const DOWNLOAD_TIMEOUT_MS = 120_000;
const SPEC = '/peers/openapi.json';

const PEERS: Peer[] = [
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist',
    version: '5.35.0',
    files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
    body: (base) =>
      `<link rel="stylesheet" href="${base}/swagger-ui.css"><div id="ui"></div><script src="${base}/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ url: '${SPEC}', dom_id: '#ui', deepLinking: true });</script>`,
  },
  {
    name: 'RapiDoc',
    package: 'rapidoc',
    version: '9.3.8',
    files: ['dist/rapidoc-min.js'],
    body: (base) =>
      `<script type="module" src="${base}/dist/rapidoc-min.js"></script><rapi-doc spec-url="${SPEC}" render-style="read"></rapi-doc>`,
  },
  {
    name: 'Scalar',
    package: '@scalar/api-reference',
    version: '1.72.1',
    files: ['dist/browser/standalone.js'],
    body: (base) =>
      `<script id="api-reference" data-url="${SPEC}"></script><script src="${base}/dist/browser/standalone.js"></script>`,
  },
  {
    name: 'Elements',
    package: '@stoplight/elements',
    version: '9.0.25',
    files: ['web-components.min.js', 'styles.min.css'],
    body: (base) =>
      `<link rel="stylesheet" href="${base}/styles.min.css"><script src="${base}/web-components.min.js"></script><elements-api apiDescriptionUrl="${SPEC}" router="hash"></elements-api>`,
  },
];

/** Pages of other renderers. */
export interface Peers {
  pages: { name: string; path: string }[];
  /** Files on disk, by path in the site. */
  files: Record<string, string>;
  /** Reasons for missing renderers, one line each. */
  missing: string[];
}

/**
 * Writes a page of the same contract for each renderer, and downloads their packages without dependencies, which would
 * be a thousand packages.
 *
 * @param operation the target of the link into the page of `redocly build-docs`
 */
export function createPeers(operation: Operation): Peers {
  const folder = temporaryFolder();
  const files: Peers['files'] = { [SPEC]: contractFiles['openapi.json'] };
  const peers: Peers = {
    pages: [],
    files,
    missing: [],
  };
  const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const page = join(folder, 'redocly.html');
  execFileSync(
    process.execPath,
    [redocly, 'build-docs', contractFiles['openapi.json'], '--inlineBundle', '--output', page],
    {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  files['/peers/redocly.html'] = page;
  const fragment = operationAnchor(operation);
  peers.pages.push(
    { name: '`redocly build-docs`', path: '/peers/redocly.html' },
    { name: '`redocly build-docs`, link to an operation', path: `/peers/redocly.html#${fragment}` },
  );
  for (const { name, package: id, version, files: needed, body } of PEERS) {
    const source = join(folder, id.replaceAll('/', '-'));
    try {
      fetchPackage(`${id}@${version}`, source);
    } catch {
      peers.missing.push(
        `${name}, because npm cannot download ${id}@${version}. Check the connection to the registry.`,
      );
      continue;
    }
    const base = `/peers/${id}`;
    for (const file of needed) files[`${base}/${file}`] = join(source, file);
    const path = `${base}.html`;
    files[path] = join(source, 'page.html');
    writeFileSync(
      files[path],
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><meta name="viewport" content="width=device-width"></head><body>${body(base)}</body></html>`,
    );
    peers.pages.push({ name, path });
  }
  return peers;
}

/** Downloads a package into a folder. */
function fetchPackage(spec: string, folder: string): void {
  mkdirSync(folder);
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: DOWNLOAD_TIMEOUT_MS } as const;
  const [archive = ''] = execFileSync('npm', ['pack', spec, '--ignore-scripts', '--silent'], options)
    .trim()
    .split('\n');
  execFileSync('tar', ['-xzf', archive, '--strip-components=1'], options);
}
