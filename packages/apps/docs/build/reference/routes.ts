import { readContract } from '../contract.ts';
import { listPageHeads, type PageKind } from './pages.ts';

/**
 * Lists the addresses of one kind of pages for VitePress, with the title and description of each page. The content follows
 * when the pages are written: see `prerender.ts`.
 *
 * @param parameter name of the parameter in the name of the template, such as `operationId` of `[operationId].md`
 */
export function listRoutes(kind: PageKind, parameter: string): { params: Record<string, string> }[] {
  return listPageHeads(readContract())
    .filter((page) => page.kind === kind)
    .map(({ id, title, description }) => ({ params: { [parameter]: id, title, description } }));
}
