import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listContractOperations, readContract } from './contract.ts';
import { operationAnchor, schemaAnchor } from './reference-anchors.ts';

/**
 * Lists every address of a built site to which other sites may link: pages, headings, operations and schemas, such as
 * `guides/paging.html`, `guides/paging.html#with-the-client` and `reference.html#/rules/listrules`.
 *
 * @param site folder of the built site
 */
export function listSiteAnchors(site: string): string[] {
  const contract = readContract();
  const pages = globSync('**/*.html', { cwd: site }).flatMap((page) => {
    const html = readFileSync(join(site, page), 'utf8');
    const headings = [...html.matchAll(/<(?:h[1-6]|a) id="([^"]+)"/g)].map(([, id]) => `${page}#${id}`);
    return [page, ...headings];
  });
  const reference = [
    ...listContractOperations(contract).map(operationAnchor),
    ...Object.keys(contract.components.schemas).map(schemaAnchor),
  ].map((anchor) => `reference.html#${anchor}`);
  return [...pages, ...reference].sort();
}

/** Lists the addresses that must remain from release to release: all but the headings of the changelog, which follow the releases. */
export function listPermanentAnchors(site: string): string[] {
  return listSiteAnchors(site).filter((anchor) => !anchor.startsWith('guides/changelog.html#'));
}
