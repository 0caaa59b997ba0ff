/** Scans: submission and processing of scan documents, and the import of reports as scan documents. */
export { scanHandlers } from './handlers.ts';
export { importCycloneDx } from './import/cyclonedx.ts';
export type { ImportContext } from './import/import-context.ts';
export { ImportError } from './import/json-node.ts';
export { importSarif } from './import/sarif.ts';
export { scanJob } from './job.ts';
export { createScanList } from './lists.ts';
export { formatLocationStableKey } from './merge-object.ts';
export { rfc8785Fingerprints } from './migrations/rfc8785-fingerprints.ts';
