import { type Contract, listContractOperations, listTagGroups } from '../contract.ts';
import { escapeHtml } from './markdown.ts';

/**
 * Writes the menu of the reference as HTML: the operations by tag. Groups fold without JavaScript; that of the current page
 * is open.
 *
 * @param toAddress returns the address of an operation in the site that is published
 * @param current `operationId` of the page; undefined on other pages
 */
export function referenceMenu(
  contract: Contract,
  toAddress: (operationId: string) => string,
  current?: string,
): string {
  const operations = listContractOperations(contract);
  const tags = listTagGroups(contract).flatMap((group) => group.tags);
  return tags
    .map((tag) => {
      const members = operations.filter((operation) => operation.tag === tag);
      const links = members.map(({ operationId, summary, method }) => {
        const mark = operationId === current ? ' aria-current="page"' : '';
        return `<li><a href="${toAddress(operationId)}"${mark}><span class="method method-${method}">${method.toUpperCase()}</span> ${escapeHtml(summary)}</a></li>`;
      });
      const isOpen = members.some(({ operationId }) => operationId === current);
      return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(tag)}</summary><ul>${links.join('')}</ul></details>`;
    })
    .join('');
}
