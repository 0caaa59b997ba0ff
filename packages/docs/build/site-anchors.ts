import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf, readContract } from './contract.ts';
import { operationAnchor, schemaAnchor } from './reference.ts';

/**
 * Every place of a built site that a link from elsewhere may name, such as `guides/paging.html#with-the-client` or
 * `reference.html#/rules/listrules`; pages without a fragment are among them.
 *
 * @param site folder of the built site
 */
export function siteAnchors(site: string): string[] {
  const contract = readContract();
  const pages = globSync('**/*.html', { cwd: site }).flatMap((page) => {
    const html = readFileSync(join(site, page), 'utf8');
    const headings = [...html.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id]) => `${page}#${id}`);
    return [page, ...headings];
  });
  const reference = [
    ...operationsOf(contract).map(operationAnchor),
    ...Object.keys(contract.components.schemas).map(schemaAnchor),
  ].map((anchor) => `reference.html#${anchor}`);
  return [...pages, ...reference].sort();
}

/** Those that have to stay from release to release. The headings of the changelog follow what has changed since the last. */
export function lastingAnchors(site: string): string[] {
  return siteAnchors(site).filter((anchor) => !anchor.startsWith('guides/changelog.html#'));
}
