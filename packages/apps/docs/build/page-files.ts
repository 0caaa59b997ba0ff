import { atomFeed } from './atom-feed.ts';
import type { Contract } from './contract.ts';
import { type Guide, llmsFull, llmsIndex } from './llms-index.ts';
import { readPageMarkdown, toPublishedMarkdown } from './page-markdown.ts';
import { readReleases } from './releases.ts';
import { listSearchDocuments, type MarkdownParser } from './search-documents.ts';
import { robotsTxt, type SiteUrl } from './site-url.ts';

/**
 * Creates the files that follow from the guides, by their path in the site: their Markdown, the search, and what machines read.
 *
 * @param reference the pages of the reference in Markdown, by their path in the site
 * @param parser the one of the site
 */
export function createPageFiles(
  contract: Contract,
  guides: Guide[],
  site: SiteUrl,
  reference: ReadonlyMap<string, string>,
  parser: MarkdownParser & { render(markdown: string): string },
): Record<string, string> {
  const pages = guides.map(({ link }) => readPageMarkdown(contract, link.slice(1)));
  const known = new Set(pages.map(({ address }) => address));
  const markdown = new Map(pages.map((page) => [`${page.address}.md`, toPublishedMarkdown(page, known)]));
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
