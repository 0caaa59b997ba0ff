/** Names of the files that pages load; the build fills them in. */
declare const __ASSETS__: import('../../../build/site-files.ts').Assets;
/** The contract that the site was built from; `digest` is the SHA-256 of its openapi.yaml. */
declare const __CONTRACT__: { version: string; digest: string };
