import { readContract } from '../contract.ts';
import { listPageHeads, type PageKind } from './pages.ts';

/**
 * Lists the routes of all pages of a kind for VitePress, with the title and description of each page. `prerender.ts` adds
 * the content.
 *
 * @param parameter name of the parameter in the template's file name, such as `operationId` in `[operationId].md`
 */
export function listRoutes(kind: PageKind, parameter: string): { params: Record<string, string> }[] {
  return listPageHeads(readContract())
    .filter((page) => page.kind === kind)
    .map(({ id, title, description }) => ({ params: { [parameter]: id, title, description } }));
}
