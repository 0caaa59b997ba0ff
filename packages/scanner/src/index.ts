/** Finds the AI components of a repository with their relations, offline. */
export type { ScanReport } from './assemble/report.ts';
export { ScanError } from './core/errors.ts';
export type { Span } from './facts/facts.ts';
export type { Diagnostic, Edge, Found, FoundEdge, FoundKind, FoundLocation } from './graph/graph.ts';
export { type ScanOptions, scan } from './scan/scan.ts';
