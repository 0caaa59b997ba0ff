/**
 * The one definition of what follows from the records and relations of a workspace. Nothing here needs Node.js, reads a clock or
 * draws a random number: the same records give the same numbers.
 */
export * from './buckets.ts';
export * from './dashboard.ts';
export * from './edges.ts';
export * from './file-formats.ts';
export * from './findings.ts';
export * from './graph.ts';
export { groupBy } from './group-by.ts';
export * from './histogram.ts';
export * from './interaction-counts.ts';
export * from './issue-status.ts';
export * from './objects.ts';
export * from './owners.ts';
export * from './run-results.ts';
export * from './scan-results.ts';
export * from './search.ts';
export * from './severities.ts';
export * from './shift.ts';
export * from './webhook-url.ts';
