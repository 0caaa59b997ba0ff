import type { Operation } from './contract.ts';
import { pageLinks } from './reference/addresses.ts';

/** Returns the address of an operation below the base of the site. */
export function operationAddress({ operationId }: Pick<Operation, 'operationId'>): string {
  return `${pageLinks.toOperation(operationId).slice(1)}.html`;
}

/** Returns the address of a schema below the base of the site. */
export function schemaAddress(name: string): string {
  return `${pageLinks.toSchema(name).slice(1)}.html`;
}

/** Writes a link to an operation for a page of the site, in Markdown. */
export function operationLink({ operationId }: Pick<Operation, 'operationId'>): string {
  return `[${operationId}](${pageLinks.toOperation(operationId)})`;
}
