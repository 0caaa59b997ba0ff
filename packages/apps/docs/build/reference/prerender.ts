import { createMarkdownRenderer, type SiteConfig, type TransformContext } from 'vitepress';
import { listContractOperations, type Operation, readContract } from '../contract.ts';
import { EDIT_LABEL, editUrl } from '../repository.ts';
import { addSchemaExamples } from '../schema-examples.ts';
import { completeMenu, completePage } from './complete-page.ts';
import { referenceMenu } from './menu.ts';
import { operationContent } from './operation-content.ts';
import { pageLinks } from './page-links.ts';
import { listPageHeads, type PageHead } from './pages.ts';
import { findRelations } from './related.ts';
import { PAGE_FORM, schemaContent, schemaIndex } from './schema-content.ts';
import { findSchemaUses } from './schema-uses.ts';
import { findSources } from './sources.ts';

/** The prerendered parts of a page, by name. */
export type Parts = Record<'content' | 'menu', string>;

/**
 * Renders the content and the menu of all reference pages.
 *
 * These parts aren't Vue templates, which would be compiled, bundled and hydrated. For static text, that would triple the
 * build time and double the size of pages.
 *
 * @returns the parts by path of the page, such as `reference/getAgent.html`
 */
async function prerenderReference({
  srcDir,
  markdown: options,
  site: { base },
}: SiteConfig): Promise<Map<string, Parts>> {
  const contract = readContract();
  addSchemaExamples(contract);
  const markdown = await createMarkdownRenderer(srcDir, options, base);
  const render = (text: string) => markdown.render(text, { path: '', relativePath: '', cleanUrls: false });
  const toUrl = (page: string) => base.slice(0, -1) + page;
  const toPage = ({ operationId }: Operation) => toUrl(`${pageLinks.toOperation(operationId)}.html`);

  const relations = findRelations(contract);
  const uses = findSchemaUses(contract);
  const sources = findSources(contract);
  const operations = new Map(listContractOperations(contract).map((operation) => [operation.operationId, operation]));
  const write = ({ kind, id }: PageHead): string => {
    const operation = operations.get(id);
    if (kind === 'schema') return schemaContent(contract, id, uses.get(id), PAGE_FORM);
    if (!operation) throw new Error(`The contract has no operation ${id} for its page.`);
    return operationContent(
      contract,
      operation,
      relations.get(id) ?? { next: [], previous: [], siblings: [], workflows: [] },
    );
  };
  const pages = listPageHeads(contract).map((head): [string, Parts] => [
    `${head.url.slice(1)}.html`,
    {
      content: render(`# ${head.title}\n\n${actions(head, base)}\n\n${write(head)}`) + editLink(head, sources),
      menu: referenceMenu(contract, { toUrl: toPage, current: head.id }),
    },
  ]);
  const index = {
    content: render(`# Schemas\n\n${schemaIndex(contract)}`),
    menu: referenceMenu(contract, { toUrl: toPage }),
  };
  const complete = { content: completePage(contract, render, toUrl), menu: completeMenu(contract) };
  return new Map([...pages, ['reference/schemas/index.html', index], ['reference.html', complete]]);
}

/** Writes the links and the button below a page's title. The button needs JavaScript. */
function actions({ kind, id, markdownFile }: PageHead, base: string): string {
  const tryIt = kind === 'operation' ? `<a href="${base}try.html#${id}">Try it</a>` : '';
  const file = `<a href="${base}${markdownFile}" target="_self">Open as Markdown</a>`;
  return `<p class="page-actions">${tryIt}${file}<button type="button" class="needs-script" data-copy="${base}${markdownFile}">Copy as Markdown</button></p>`;
}

/** Writes the link to a page's source. */
function editLink({ kind, id }: PageHead, sources: ReadonlyMap<string, string>): string {
  return `<p class="edit-link"><a href="${editUrl(sources.get(`${kind} ${id}`) ?? '')}">${EDIT_LABEL}</a></p>`;
}

let prerendered: Promise<Map<string, Parts>> | undefined;

/**
 * Inserts the prerendered parts into the empty elements of a page that have a `data-part` attribute. Doesn't change pages
 * without prerendered parts.
 *
 * @throws {Error} if a reference page has no element for one of its parts
 */
export async function insertPrerendered(html: string, { page, siteConfig }: TransformContext): Promise<string> {
  prerendered ??= prerenderReference(siteConfig);
  const parts = (await prerendered).get(page.replace(/md$/, 'html'));
  return Object.entries(parts ?? {}).reduce((text, [name, part]) => {
    const placeholder = new RegExp(`(<(\\w+) [^>]*data-part="${name}"[^>]*>)(</\\2>)`);
    if (!placeholder.test(text)) throw new Error(`The page ${page} has no empty element with data-part="${name}".`);
    return text.replace(placeholder, (_, start, __, end) => start + part + end);
  }, html);
}
