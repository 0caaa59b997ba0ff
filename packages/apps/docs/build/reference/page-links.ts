/** The addresses of the pages of operations and schemas, and the ways in which a text links to them. */

/** Folder of the pages of the reference below the base of the site. */
const REFERENCE_FOLDER = 'reference';

/** Forms the targets of the links of a text. */
export interface Links {
  toOperation(operationId: string): string;
  toSchema(name: string): string;
}

/** Links of a page of the site, from the base of the site; VitePress completes them. */
export const pageLinks: Links = {
  toOperation: (operationId) => `/${REFERENCE_FOLDER}/${operationId}`,
  toSchema: (name) => `/${REFERENCE_FOLDER}/schemas/${name}`,
};

/** Links of a Markdown file in `schemas/` to the other Markdown files. */
export const schemaFileLinks: Links = {
  toOperation: (operationId) => `../operations/${operationId}.md`,
  toSchema: (name) => `${name}.md`,
};
