/** Phrases that reports for people share. */
import type { ObjectType } from '@aispm/types';

/** A number with its noun: `1 finding`, `2 findings`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The name of a type of objects: `agent`, `MCP server`. */
export function typeName(type: ObjectType): string {
  return type.replace('mcp_', 'MCP ');
}

/** A file with its line, such as `desk/agents.py:4`; undefined when the file isn't known. */
export function placeName(
  location: { readonly file_path?: string | null; readonly start_line?: number | null } | undefined,
): string | undefined {
  if (!location?.file_path) return undefined;
  return location.start_line ? `${location.file_path}:${location.start_line}` : location.file_path;
}
