/** Finds the AI components of a repository with their relations, offline. */
export { ScanError } from './errors.ts';
export type { Span } from './facts/facts.ts';
export type { Diagnostic, Edge, Found, FoundEdge, FoundKind, FoundLocation } from './recognize/graph.ts';
export { type ScanOptions, type ScanReport, scan } from './scan.ts';
