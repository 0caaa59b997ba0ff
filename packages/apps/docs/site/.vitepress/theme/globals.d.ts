/** Names of the files that pages load. The build inserts the value. */
declare const __ASSETS__: import('../../../build/site-files.ts').Assets;
/** The contract from which the site was built. `digest` is the SHA-256 digest of its openapi.json. */
declare const __CONTRACT__: { version: string; digest: string };
