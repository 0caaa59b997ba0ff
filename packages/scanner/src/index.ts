/** Finds the AI components of a repository with their relations, offline. */
export type { ScanReport } from './assemble/report.ts';
export { ScanError } from './core/errors.ts';
export type { Span } from './facts/facts.ts';
export type { DetectedEdge, DetectedLocation, DetectedObject, Diagnostic, Edge, ObjectKind } from './graph/graph.ts';
export { type ScanOptions, scan } from './scan/scan.ts';
