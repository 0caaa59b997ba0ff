import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransformContext } from 'vitepress';

/** Matches the style sheet of a page, with its path from the base of the site. */
const STYLE = /<link rel="preload stylesheet" href="[^"]*?(assets\/style\.[\w-]+\.css)" as="style">/;

/**
 * Writes the style sheet into the complete reference: as a file it would share a slow network with the HTML, which is larger
 * than all other files together, and nothing would be visible before both are there. Other pages remain as they are.
 *
 * @throws {Error} when the page has no style sheet
 */
export function inlineStyle(html: string, { page, siteConfig }: TransformContext): string {
  if (page !== 'reference.md') return html;
  const [link, file] = STYLE.exec(html) ?? [];
  if (!link || !file) throw new Error(`The page ${page} has no style sheet. Check how VitePress writes it.`);
  return html.replace(link, () => `<style>${readFileSync(join(siteConfig.outDir, file), 'utf8')}</style>`);
}
