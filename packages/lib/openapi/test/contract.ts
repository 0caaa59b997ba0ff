import { readFileSync } from 'node:fs';
import type { Document } from '../src/index.ts';

/** The bundle of the contract. It is read by its path: the contract itself depends on this package. */
export const contract = JSON.parse(
  readFileSync(new URL('../../../../spec/dist/strict.json', import.meta.url), 'utf8'),
) as Document;

/** A document with these paths and components. */
export function toDocument(paths: object, components: object = {}): Document {
  return { openapi: '3.1.1', info: { title: 'Test', version: '1.0.0' }, paths, components } as Document;
}
