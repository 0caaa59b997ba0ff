import { createMarkdownRenderer, type SiteConfig, type TransformContext } from 'vitepress';
import { listContractOperations, type Operation, readContract } from '../contract.ts';
import { EDIT_LABEL, editAddress } from '../repository.ts';
import { addSchemaExamples } from '../schema-examples.ts';
import { pageLinks } from './addresses.ts';
import { completeMenu, completePage } from './complete-page.ts';
import { referenceMenu } from './menu.ts';
import { operationContent } from './operation-content.ts';
import { listPageHeads, type PageHead } from './pages.ts';
import { findRelations } from './related.ts';
import { PAGE_FORM, schemaContent, schemaIndex } from './schema-content.ts';
import { findSchemaUses } from './schema-uses.ts';
import { findSources } from './sources.ts';

/** The parts of a page that the build writes into its HTML, by their names. */
export type Parts = Record<'content' | 'menu', string>;

/**
 * Renders the content and the menu of the pages of the reference.
 *
 * These parts are not templates of Vue: they would be compiled, bundled for the browser and hydrated, which takes the build
 * three times as long and the reader twice as much data, for text that never changes.
 *
 * @returns the parts by the path of the page, such as `reference/getAgent.html`
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
  const toAddress = (page: string) => base.slice(0, -1) + page;
  const toPage = ({ operationId }: Operation) => toAddress(`${pageLinks.toOperation(operationId)}.html`);

  const relations = findRelations(contract);
  const uses = findSchemaUses(contract);
  const sources = findSources(contract);
  const operations = new Map(listContractOperations(contract).map((operation) => [operation.operationId, operation]));
  const write = ({ kind, id }: PageHead): string => {
    const operation = operations.get(id);
    if (kind === 'schema') return schemaContent(contract, id, uses.get(id), PAGE_FORM);
    if (!operation) throw new Error(`The page ${id} is about an operation that the contract does not have.`);
    return operationContent(
      contract,
      operation,
      relations.get(id) ?? { next: [], previous: [], siblings: [], workflows: [] },
    );
  };
  const pages = listPageHeads(contract).map((head): [string, Parts] => [
    `${head.address.slice(1)}.html`,
    {
      content: render(`# ${head.title}\n\n${actions(head, base)}\n\n${write(head)}`) + editLink(head, sources),
      menu: referenceMenu(contract, { toAddress: toPage, current: head.id }),
    },
  ]);
  const index = {
    content: render(`# Schemas\n\n${schemaIndex(contract)}`),
    menu: referenceMenu(contract, { toAddress: toPage }),
  };
  const complete = { content: completePage(contract, render, toAddress), menu: completeMenu(contract) };
  return new Map([...pages, ['reference/schemas/index.html', index], ['reference.html', complete]]);
}

/** Writes the links and the button below the title of a page. The button needs JavaScript. */
function actions({ kind, id, markdownFile }: PageHead, base: string): string {
  const tryIt = kind === 'operation' ? `<a href="${base}try.html#${id}">Try it</a>` : '';
  const file = `<a href="${base}${markdownFile}" target="_self">Open as Markdown</a>`;
  return `<p class="page-actions">${tryIt}${file}<button type="button" class="needs-script" data-copy="${base}${markdownFile}">Copy as Markdown</button></p>`;
}

/** Writes the link to the source of a page, at its end. */
function editLink({ kind, id }: PageHead, sources: ReadonlyMap<string, string>): string {
  return `<p class="edit-link"><a href="${editAddress(sources.get(`${kind} ${id}`) ?? '')}">${EDIT_LABEL}</a></p>`;
}

let prerendered: Promise<Map<string, Parts>> | undefined;

/**
 * Inserts the prerendered parts into the HTML of a page, where it has empty elements with the attribute `data-part`. Pages
 * without prerendered parts remain as they are.
 *
 * @throws {Error} when a page of the reference has no element for one of its parts
 */
export async function insertPrerendered(html: string, { page, siteConfig }: TransformContext): Promise<string> {
  prerendered ??= prerenderReference(siteConfig);
  const parts = (await prerendered).get(page.replace(/md$/, 'html'));
  return Object.entries(parts ?? {}).reduce((text, [name, part]) => {
    const room = new RegExp(`(<(\\w+) [^>]*data-part="${name}"[^>]*>)(</\\2>)`);
    if (!room.test(text)) throw new Error(`The page ${page} has no empty element with data-part="${name}".`);
    return text.replace(room, (_, start, __, end) => start + part + end);
  }, html);
}
