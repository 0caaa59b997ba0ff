import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists every address of a built site to which other sites may link: pages, headings, operations and schemas, such as
 * `guides/paging.html`, `guides/paging.html#with-the-client` and `reference.html#/rules/listrules`.
 *
 * @param site folder of the built site
 */
export function listSiteAnchors(site: string): string[] {
  const pages = globSync('**/*.html', { cwd: site }).flatMap((page) => {
    // Redoc has its own addresses, those of the complete reference.
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
 * Lists the addresses that must remain from release to release: all but the headings of the changelog, which follow the
 * releases, and those inside the pages of the reference, which follow the contract.
 */
export function listPermanentAnchors(site: string): string[] {
  return listSiteAnchors(site).filter((anchor) => !/^(guides\/changelog\.html|reference\/.*)#/.test(anchor));
}
