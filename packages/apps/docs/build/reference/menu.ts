import { type Contract, listContractOperations, listTagGroups, type Operation } from '../contract.ts';
import { escapeHtml } from './markdown.ts';

/** Links of a menu, and the operation of the current page. */
interface MenuTarget {
  toUrl(operation: Operation): string;
  /** `operationId` of the page; undefined on other pages. */
  current?: string;
}

/**
 * Writes the menu of the reference as HTML: the tag groups, with the operations of each tag. Readers can collapse tags
 * without JavaScript. The tag of the current page is open.
 */
export function referenceMenu(contract: Contract, { toUrl, current }: MenuTarget): string {
  const operations = listContractOperations(contract);
  const writeTag = (tag: string) => {
    const tagged = operations.filter((operation) => operation.tag === tag);
    const links = tagged.map((operation) => {
      const mark = operation.operationId === current ? ' aria-current="page"' : '';
      const method = `<span class="method method-${operation.method}">${operation.method.toUpperCase()}</span>`;
      return menuLink(toUrl(operation), `${method} <span>${escapeHtml(operation.summary)}</span>`, mark);
    });
    return menuGroup(
      tag,
      links,
      tagged.some(({ operationId }) => operationId === current),
    );
  };
  return listTagGroups(contract)
    .map(({ name, tags }) => menuSection(name, tags.map(writeTag)))
    .join('');
}

/** Writes a section of a menu with collapsible groups. The title is omitted if it's the same as that of its only group. */
export function menuSection(title: string, groups: string[]): string {
  const label = escapeHtml(title);
  const isOnlyGroup = groups.length === 1 && groups[0]?.includes(`<summary>${label}</summary>`);
  const heading = isOnlyGroup ? '' : `<p aria-hidden="true">${label}</p>`;
  return `<div role="group" aria-label="${label}"${heading ? '' : ' class="single"'}>${heading}${groups.join('')}</div>`;
}

/** Writes a group of a menu, which readers can collapse without JavaScript. */
export function menuGroup(title: string, links: string[], isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
}

/** Writes a link in a group of a menu. */
export function menuLink(url: string, html: string, attributes = ''): string {
  return `<li><a href="${url}"${attributes}>${html}</a></li>`;
}
