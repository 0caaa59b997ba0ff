import { atomFeed } from './atom-feed.ts';
import type { Contract } from './contract.ts';
import { type Guide, llmsFull, llmsIndex } from './llms-index.ts';
import { readPageMarkdown, toPublishedMarkdown } from './page-markdown.ts';
import { readReleases } from './releases.ts';
import { listSearchDocuments, type MarkdownParser } from './search-documents.ts';
import { robotsTxt, type SiteUrl } from './site-url.ts';

/**
 * Creates the files that are generated from the guides, by path: their Markdown, the search documents and llms.txt.
 *
 * @param reference the pages of the reference in Markdown, by path
 * @param parser the site's Markdown parser
 */
export function createPageFiles(
  contract: Contract,
  guides: Guide[],
  site: SiteUrl,
  reference: ReadonlyMap<string, string>,
  parser: MarkdownParser & { render(markdown: string): string },
): Record<string, string> {
  const pages = guides.map(({ link }) => readPageMarkdown(contract, link.slice(1)));
  const known = new Set(pages.map(({ url }) => url));
  const markdown = new Map(pages.map((page) => [`${page.url}.md`, toPublishedMarkdown(page, known)]));
  return {
    ...Object.fromEntries(markdown),
    'search.json': JSON.stringify(listSearchDocuments(contract, pages, parser)),
    'llms.txt': llmsIndex(contract, guides),
    'llms-full.txt': llmsFull(contract, new Map([...markdown, ...reference])),
    'robots.txt': robotsTxt(site),
    ...(site.url && {
      'changelog.xml': atomFeed(
        `Changelog of the ${contract.info.title}`,
        site.url,
        readReleases().map((release) => ({ ...release, html: parser.render(release.markdown) })),
      ),
    }),
  };
}
