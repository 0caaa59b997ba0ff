/** Locations of what was found. */
import type { Span } from '../facts/facts.ts';
import type { DetectedLocation } from './graph.ts';

/** Creates the location of a span in a source. A span in a notebook carries the cell. */
export function sourceLocation(file: string, span: Span, reason: string, lines = 0): DetectedLocation {
  return { file, span, type: span.length > 4 ? 'notebook_cell' : 'file', reason, lines };
}
