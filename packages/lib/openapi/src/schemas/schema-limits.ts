/** The limits that a document sets, by the path of a schema: `ScannedLocation.snippet`, or `ScannedAgent.endpoints.items`. */
import type { Schema } from '../document/document.ts';
import { resolve } from '../document/reference.js';

/** Reads the limits of one document. A path starts with the name of a component, then names properties; `items` stands for the items of a list. */
export interface SchemaLimits {
  /**
   * Returns the schema at a path, with references resolved.
   *
   * @throws {Error} when the document has no such schema: the path is wrong in the program
   */
  getSchemaAt(path: string): Schema;
  /** Returns the maximum length of the string at a path, in characters. @throws {Error} when it has none */
  maxLength(path: string): number;
  /** Returns the maximum number of items of the list at a path. @throws {Error} when it has none */
  maxItems(path: string): number;
  /** Returns the maximum of the number at a path. @throws {Error} when it has none */
  maximum(path: string): number;
  /** Shortens a string to the maximum length of the string at a path; a shortened string ends with `…`. */
  truncate(text: string, path: string): string;
}

/** Returns functions that read the limits of a document. */
export function createSchemaLimits(document: { components: { schemas: Record<string, Schema> } }): SchemaLimits {
  const getSchemaAt = (path: string): Schema => {
    const [name = '', ...steps] = path.split('.');
    let schema = resolve<Schema | undefined>(document, document.components.schemas[name]);
    for (const step of steps) {
      schema = resolve<Schema | undefined>(document, step === 'items' ? schema?.items : schema?.properties?.[step]);
    }
    if (schema === undefined) throw new Error(`The contract has no schema ${path}.`);
    return schema;
  };
  const readLimit = (keyword: 'maxLength' | 'maxItems' | 'maximum') => (path: string) => {
    const { [keyword]: limit } = getSchemaAt(path);
    if (limit === undefined) throw new Error(`The contract sets no ${keyword} at ${path}.`);
    return limit;
  };
  const maxLength = readLimit('maxLength');
  return {
    getSchemaAt,
    maxLength,
    maxItems: readLimit('maxItems'),
    maximum: readLimit('maximum'),
    truncate: (text, path) => {
      const max = maxLength(path);
      // A character has up to two code units, and a string may have megabytes of them.
      const characters = Array.from(text.slice(0, 2 * (max + 1)));
      return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
    },
  };
}
