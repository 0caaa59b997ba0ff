/** Used by the builds of published packages. */
export { pruneDeclarations } from './declarations.ts';
export { collectLicenses, type Metafile } from './licenses.ts';
