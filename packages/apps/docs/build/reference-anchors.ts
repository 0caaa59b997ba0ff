/** The fragments of `reference.html`, as Redoc forms them. */
import type { Operation } from './contract.ts';

/** The tag under which Redoc shows the schemas; it is not in the contract. */
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
