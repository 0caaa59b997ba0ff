/** Links to the pages of operations and schemas. */

/** Folder of the reference, relative to the base of the site. */
const REFERENCE_FOLDER = 'reference';

/** Creates the targets of links. */
export interface Links {
  toOperation(operationId: string): string;
  toSchema(name: string): string;
}

/** Links in pages of the site, relative to its base. VitePress adds the base. */
export const pageLinks: Links = {
  toOperation: (operationId) => `/${REFERENCE_FOLDER}/${operationId}`,
  toSchema: (name) => `/${REFERENCE_FOLDER}/schemas/${name}`,
};

/** Links of a Markdown file in `schemas/` to the other Markdown files. */
export const schemaFileLinks: Links = {
  toOperation: (operationId) => `../operations/${operationId}.md`,
  toSchema: (name) => `${name}.md`,
};
