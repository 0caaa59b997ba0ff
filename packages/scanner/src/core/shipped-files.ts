/** Files that come with this package, which the build writes. */

/** The folder that the build writes. */
export const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : './', import.meta.url);

/** The folder of the grammars. */
export const GRAMMARS = new URL('grammars/', BUILT);

/** The module that checks whether a scan document meets the schemas of the contract. */
export const VALIDATOR = new URL('valid-scan-document.js', BUILT);

/** The hash of everything in the package that decides the result of a scan. */
export const FINGERPRINT = new URL('fingerprint.txt', BUILT);
