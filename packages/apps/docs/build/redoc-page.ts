import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withContentSecurityPolicy } from './content-security-policy.ts';
import { contractFiles } from './contract.ts';
import { runNode } from './run-node.ts';

const root = join(import.meta.dirname, '../../../..');
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** The pictures that Redoc loads from elsewhere: the word after "API docs by", and its short form. */
const LOGOS = ['https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'https://cdn.redoc.ly/redoc/logo-mini.svg'];

/** The word as a picture within the page. */
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 14" width="50" height="14"><text y="11" textLength="44" fill="#5672cd" font-family="system-ui, sans-serif" font-size="11" font-weight="600">Redocly</text></svg>',
)}`;

/**
 * Writes the complete reference as one page of Redoc, with `redocly build-docs` and the settings of `redocly.yaml`. Beside its
 * icon and `local.js`, the page needs no other file.
 *
 * @param folder of the site
 * @throws {Error} when `redocly build-docs` fails; the message is what it printed
 */
export async function writeRedocPage(folder: string, stopped: AbortSignal): Promise<void> {
  const file = join(folder, 'redoc/index.html');
  mkdirSync(dirname(file), { recursive: true });
  // In the root of the repository, where the settings are.
  await runNode(
    [redocly, 'build-docs', contractFiles['openapi.json'], '--inlineBundle', '--output', file],
    root,
    stopped,
  );
  writeFileSync(file, withContentSecurityPolicy(withOwnLinks(withOwnLogo(readFileSync(file, 'utf8')))));
}

/** Lets the links that Redoc has prerendered lead into the page, as they do once its scripts run, and not to the host. */
function withOwnLinks(html: string): string {
  const [prerendered = ''] = /<div id="redoc">[\s\S]*?<script type="module">/.exec(html) ?? [];
  if (!prerendered.includes('href="/')) throw new Error('Redoc has prerendered no links. Adapt redoc-page.ts.');
  return html.replace(prerendered, () => prerendered.replaceAll('href="/', 'href="#/'));
}

/** Replaces the pictures that Redoc loads from elsewhere, which the policy of the site forbids. */
function withOwnLogo(html: string): string {
  return LOGOS.reduce((page, address) => {
    if (!page.includes(address)) throw new Error(`The page of Redoc does not load ${address}. Adapt redoc-page.ts.`);
    return page.replaceAll(address, LOGO);
  }, html);
}
