import type { Operation } from './contract.ts';
import { operationAnchor, schemaAnchor } from './reference-anchors.ts';

/** Returns the address of an operation below the base of the site. */
export function operationAddress(operation: Pick<Operation, 'tag' | 'operationId'>): string {
  return `reference.html#${operationAnchor(operation)}`;
}

/** Returns the address of a schema below the base of the site. */
export function schemaAddress(name: string): string {
  return `reference.html#${schemaAnchor(name)}`;
}

/** Writes a link to an operation for a page of the site, in Markdown. */
export function operationLink(operation: Pick<Operation, 'tag' | 'operationId'>): string {
  return `[${operation.operationId}](/${operationAddress(operation).replace('.html', '')})`;
}
