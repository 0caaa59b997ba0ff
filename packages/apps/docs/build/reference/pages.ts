import { type Contract, listContractOperations } from '../contract.ts';
import { firstSentence } from '../error-tables.ts';
import { pageLinks } from './addresses.ts';

/** What a page of the reference is about. */
export type PageKind = 'operation' | 'schema';

/** A page of the reference, without its content: what the site, its search and its lists of pages need to know about it. */
export interface PageHead {
  kind: PageKind;
  /** `operationId`, or the name of the schema. */
  id: string;
  /** Address from the base of the site, without an extension: `/reference/getAgent`. */
  address: string;
  /** Title of the page, which no other page of the reference has. */
  title: string;
  /** One sentence. */
  description: string;
  /** The words by which a search finds the page, beside its title. */
  searchText: string;
  /** The same content in Markdown, as a path from the base of the site: `operations/getAgent.md`. */
  markdownFile: string;
}

/** Lists the pages of all operations and schemas, in the order of the contract. */
export function listPageHeads(contract: Contract): PageHead[] {
  const operations = listContractOperations(contract).map(
    ({ operationId, summary, description, method, path }): PageHead => ({
      kind: 'operation',
      id: operationId,
      address: pageLinks.toOperation(operationId),
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
      address: pageLinks.toSchema(name),
      title: `${name} schema`,
      description: firstSentence(description),
      searchText: `${title} ${description}`,
      markdownFile: `schemas/${name}.md`,
    }),
  );
  return [...operations, ...schemas];
}
