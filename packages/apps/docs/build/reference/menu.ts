import { type Contract, listContractOperations, listTagGroups, type Operation } from '../contract.ts';
import { escapeHtml } from './markdown.ts';

/** How a menu links to an operation, and which one its page is about. */
interface MenuTarget {
  toAddress(operation: Operation): string;
  /** `operationId` of the page; absent on other pages. */
  current?: string;
}

/**
 * Writes the menu of the reference as HTML: the groups of tags, with the operations of each tag. Tags fold without JavaScript;
 * that of the current page is open.
 */
export function referenceMenu(contract: Contract, { toAddress, current }: MenuTarget): string {
  const operations = listContractOperations(contract);
  const writeTag = (tag: string) => {
    const members = operations.filter((operation) => operation.tag === tag);
    const links = members.map((operation) => {
      const mark = operation.operationId === current ? ' aria-current="page"' : '';
      const method = `<span class="method method-${operation.method}">${operation.method.toUpperCase()}</span>`;
      return menuLink(toAddress(operation), `${method} <span>${escapeHtml(operation.summary)}</span>`, mark);
    });
    return menuGroup(
      tag,
      links,
      members.some(({ operationId }) => operationId === current),
    );
  };
  return listTagGroups(contract)
    .map(({ name, tags }) => menuSection(name, tags.map(writeTag)))
    .join('');
}

/** Writes a section of a menu: a title, and groups that fold. The title is left out when it is that of the only group. */
export function menuSection(title: string, groups: string[]): string {
  const label = escapeHtml(title);
  const isOnlyGroup = groups.length === 1 && groups[0]?.includes(`<summary>${label}</summary>`);
  const heading = isOnlyGroup ? '' : `<p aria-hidden="true">${label}</p>`;
  return `<div role="group" aria-label="${label}"${heading ? '' : ' class="single"'}>${heading}${groups.join('')}</div>`;
}

/** Writes a group of a menu, which folds without JavaScript. */
export function menuGroup(title: string, links: string[], isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
}

/** Writes a link of a group of a menu. */
export function menuLink(address: string, html: string, attributes = ''): string {
  return `<li><a href="${address}"${attributes}>${html}</a></li>`;
}
