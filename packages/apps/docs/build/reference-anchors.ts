/** The fragments of `reference.html`. Other sites link to them, so they must remain. */
import type { Operation } from './contract.ts';

/** The title under which the page shows the schemas; it is no tag of the contract. */
export const SCHEMAS_TAG = 'Schemas';

/** Returns the fragment that shows a tag: its guide, or its first operations. */
export function tagAnchor(tag: string): string {
  return `/${toSlug(tag)}`;
}

/** Returns the fragment that shows an operation. */
export function operationAnchor({ tag, operationId }: Pick<Operation, 'tag' | 'operationId'>): string {
  return `${tagAnchor(tag)}/${operationId.toLowerCase()}`;
}

/** Returns the fragment that shows a schema. */
export function schemaAnchor(name: string): string {
  return `${tagAnchor(SCHEMAS_TAG)}/${name.toLowerCase()}`;
}

function toSlug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
