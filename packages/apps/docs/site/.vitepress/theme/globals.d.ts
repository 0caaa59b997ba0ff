/** Names of the files that pages load; the build replaces this with the value. */
declare const __ASSETS__: import('../../../build/site-files.ts').Assets;
/** The contract from which the site was built; `digest` is the SHA-256 of its openapi.yaml. */
declare const __CONTRACT__: { version: string; digest: string };
