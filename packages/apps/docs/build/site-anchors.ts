import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the URLs of a built site that other sites may link to: pages, headings, operations and schemas, such as
 * `guides/paging.html`, `guides/paging.html#with-the-client` and `reference.html#/rules/listrules`.
 *
 * @param site folder of the built site
 */
export function listSiteAnchors(site: string): string[] {
  const pages = globSync('**/*.html', { cwd: site }).flatMap((page) => {
    // Redoc renders its own anchors, the same as in the complete reference.
    if (page.startsWith('redoc/')) return [page];
    const html = readFileSync(join(site, page), 'utf8');
    const headings = [...html.matchAll(/<(?:h[1-6]|a|section class="entry"|details) id="([^"]+)"/g)].map(
      ([, id]) => `${page}#${id}`,
    );
    return [page, ...headings];
  });
  return pages.sort();
}

/**
 * Lists the URLs that must not change between releases: all except headings in the changelog, which depend on the releases,
 * and headings in reference pages, which depend on the contract.
 */
export function listPermanentAnchors(site: string): string[] {
  return listSiteAnchors(site).filter((anchor) => !/^(guides\/changelog\.html|reference\/.*)#/.test(anchor));
}
