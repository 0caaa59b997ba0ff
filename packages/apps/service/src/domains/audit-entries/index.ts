/** The entry of the domain `audit-entries`: reads, exports and removes what `platform/audit` writes. */
export { auditEntryHandlers } from './handlers.ts';
export { type ExportedEntry, type ReadOptions, readEntries } from './read-all.ts';
export { auditRetention } from './retention.ts';
