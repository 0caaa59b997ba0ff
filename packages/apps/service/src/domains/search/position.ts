/** Positions in the results of a search, in their order. */
import { SEARCH_MATCHES, SEARCHED_TYPES, type SearchedType } from '@aispm/domain';
import type { CursorPosition } from '../../platform/lists/cursor.ts';

/** The position of a result, or of a record that a search has looked at. */
export interface Position {
  /** Index of the match. */
  rank: number;
  /** Index of the type. */
  type: number;
  id: string;
}

/** Before all results. */
export const START: Position = { rank: 0, type: 0, id: '' };

/** The ranks of matches, the best first. */
export const RANKS = SEARCH_MATCHES.map((_, rank) => rank);

/** Returns the position of a type in the order of results. */
export function typeIndex(type: SearchedType): number {
  return SEARCHED_TYPES.indexOf(type);
}

/** Compares two positions. */
export function comparePositions(a: Position, b: Position): number {
  return a.rank - b.rank || a.type - b.type || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** The reverse of {@link parsePosition}. */
export function formatPosition({ rank, type, id }: Position): CursorPosition {
  return { key: `${rank}/${type}`, id };
}

/** Reads the position of a cursor. */
export function parsePosition({ key, id }: CursorPosition): Position {
  const [rank = 0, type = 0] = key.split('/').map(Number);
  return { rank, type, id };
}
