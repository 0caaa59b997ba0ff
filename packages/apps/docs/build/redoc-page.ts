import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withContentSecurityPolicy } from './content-security-policy.ts';
import { contractFiles } from './contract.ts';
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
 * Writes the Redoc page with the complete reference, using `redocly build-docs` and `redocly.yaml`. The page doesn't need
 * other files than its icon and `local.js`.
 *
 * @param folder folder of the site
 * @throws {Error} if `redocly build-docs` fails; the message contains its output
 */
export async function writeRedocPage(folder: string, stopped: AbortSignal): Promise<void> {
  const file = join(folder, 'redoc/index.html');
  mkdirSync(dirname(file), { recursive: true });
  // In the root of the repository, which contains the settings.
  await runNode(
    [redocly, 'build-docs', contractFiles['openapi.json'], '--inlineBundle', '--output', file],
    root,
    stopped,
  );
  writeFileSync(file, withContentSecurityPolicy(withOwnLinks(withOwnLogo(readFileSync(file, 'utf8')))));
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
