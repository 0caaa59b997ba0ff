/** Files that come with this package, which the build writes; the paths are right from `src` and from `dist`. */

/** The folder of the grammars. */
export const GRAMMARS = new URL('../dist/grammars/', import.meta.url);

/** The schemas of the contract that a scan document has to meet. */
export const SCHEMAS = new URL('../dist/scan-document.schema.json', import.meta.url);
