import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withContentSecurityPolicy } from './content-security-policy.ts';
import { contractFiles, readContract } from './contract.ts';
import { readReleases, releaseContractFile, releaseContractPath } from './releases.ts';
import { runNode } from './run-node.ts';

const root = join(import.meta.dirname, '../../../..');
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** The external images of Redoc: the logo after "API docs by", and its short version. */
const LOGOS = ['https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'https://cdn.redoc.ly/redoc/logo-mini.svg'];

/** The logo as an inline image. */
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 14" width="50" height="14"><text y="11" textLength="44" fill="#5672cd" font-family="system-ui, sans-serif" font-size="11" font-weight="600">Redocly</text></svg>',
)}`;

/**
 * Writes the Redoc pages: `redoc/` with the contract as it is, and `redoc/<version>/` for each other release. They don't need
 * other files than their icon and `local.js`.
 *
 * @param folder folder of the site
 * @throws {Error} if `redocly build-docs` fails; the message contains its output
 */
export async function writeRedocPages(folder: string, stopped: AbortSignal): Promise<void> {
  const current = readContract().info.version;
  const others = readReleases().filter(({ version }) => version !== current);
  const write = async (path: string, contract: string, finish: (html: string) => string) => {
    const file = join(folder, path, 'index.html');
    mkdirSync(dirname(file), { recursive: true });
    // In the root of the repository, which contains the settings.
    await runNode([redocly, 'build-docs', contract, '--inlineBundle', '--output', file], root, stopped);
    const html = withOwnLinks(withOwnLogo(readFileSync(file, 'utf8')));
    writeFileSync(file, withContentSecurityPolicy(finish(html)));
  };
  await write('redoc', contractFiles['openapi.json'], (html) => html);
  for (const { version } of others)
    await write(`redoc/${version}`, releaseContractFile(version), (html) => toReleasePage(html, version));
}

/** Adapts a page of `redoc/` to its place in `redoc/<version>/`, with the contract of that release. */
export function toReleasePage(html: string, version: string): string {
  return html
    .replaceAll('="../', '="../../')
    .replaceAll('="../../openapi.', `="../../${dirname(releaseContractPath(version))}/openapi.`);
}

/** Makes prerendered links point to fragments of the page, as they do once Redoc's scripts run. */
function withOwnLinks(html: string): string {
  const [prerendered = ''] = /<div id="redoc">[\s\S]*?<script type="module">/.exec(html) ?? [];
  if (!prerendered.includes('href="/')) throw new Error("Redoc didn't prerender any links. Adapt redoc-page.ts.");
  return html.replace(prerendered, () => prerendered.replaceAll('href="/', 'href="#/'));
}

/** Replaces Redoc's external images, which the site's content security policy forbids. */
function withOwnLogo(html: string): string {
  return LOGOS.reduce((page, url) => {
    if (!page.includes(url)) throw new Error(`The Redoc page doesn't load ${url}. Adapt redoc-page.ts.`);
    return page.replaceAll(url, LOGO);
  }, html);
}
