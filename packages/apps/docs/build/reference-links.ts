import type { Operation } from './contract.ts';
import { pageLinks } from './reference/page-links.ts';

/** Returns the path of an operation's page, relative to the base of the site. */
export function operationPath({ operationId }: Pick<Operation, 'operationId'>): string {
  return `${pageLinks.toOperation(operationId).slice(1)}.html`;
}

/** Returns the path of a schema's page, relative to the base of the site. */
export function schemaPath(name: string): string {
  return `${pageLinks.toSchema(name).slice(1)}.html`;
}

/** Writes a Markdown link to an operation, for a page of the site. */
export function operationLink({ operationId }: Pick<Operation, 'operationId'>): string {
  return `[${operationId}](${pageLinks.toOperation(operationId)})`;
}
