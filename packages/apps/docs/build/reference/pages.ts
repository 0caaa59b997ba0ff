import { type Contract, listContractOperations } from '../contract.ts';
import { firstSentence } from '../error-tables.ts';
import { pageLinks } from './page-links.ts';

/** The kind of a reference page. */
export type PageKind = 'operation' | 'schema';

/** The metadata of a reference page, for the site, its search and its lists of pages. */
export interface PageHead {
  kind: PageKind;
  /** `operationId`, or the name of the schema. */
  id: string;
  /** URL relative to the base of the site, without an extension: `/reference/getAgent`. */
  url: string;
  /** Title of the page, unique in the reference. */
  title: string;
  /** One sentence. */
  description: string;
  /** Searchable text in addition to the title. */
  searchText: string;
  /** Path of the same content in Markdown, relative to the base of the site: `operations/getAgent.md`. */
  markdownFile: string;
}

/** Lists the pages of all operations and schemas in the contract's order. */
export function listPageHeads(contract: Contract): PageHead[] {
  const operations = listContractOperations(contract).map(
    ({ operationId, summary, description, method, path }): PageHead => ({
      kind: 'operation',
      id: operationId,
      url: pageLinks.toOperation(operationId),
      title: summary,
      description: firstSentence(description),
      searchText: `${operationId} ${method.toUpperCase()} ${path} ${description}`,
      markdownFile: `operations/${operationId}.md`,
    }),
  );
  const schemas = Object.entries(contract.components.schemas).map(
    ([name, { title = name, description = '' }]): PageHead => ({
      kind: 'schema',
      id: name,
      url: pageLinks.toSchema(name),
      title: `${name} schema`,
      description: firstSentence(description),
      searchText: `${title} ${description}`,
      markdownFile: `schemas/${name}.md`,
    }),
  );
  return [...operations, ...schemas];
}
