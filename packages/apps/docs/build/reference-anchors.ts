/** The fragments of `reference.html`. Other sites link to them, so they must not change. */
import type { Operation } from './contract.ts';

/** The title of the section with the schemas, which isn't a tag of the contract. */
export const SCHEMAS_TAG = 'Schemas';

/** Returns the fragment of a tag. */
export function tagAnchor(tag: string): string {
  return `/${toSlug(tag)}`;
}

/** Returns the fragment of an operation. */
export function operationAnchor({ tag, operationId }: Pick<Operation, 'tag' | 'operationId'>): string {
  return `${tagAnchor(tag)}/${operationId.toLowerCase()}`;
}

/** Returns the fragment of a schema. */
export function schemaAnchor(name: string): string {
  return `${tagAnchor(SCHEMAS_TAG)}/${name.toLowerCase()}`;
}

function toSlug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
