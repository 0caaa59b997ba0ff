import type { Neighbourhood, NeighbourhoodNode } from '@aispm/client';
import { findByObjectType } from '../../shared/contract/object-types.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import type { Search } from '../../shared/links/search.ts';
import { toVisibleText } from '../../shared/text/visible-text.ts';

/** Returns what an object of a graph is, in one line. */
export function describeNode({
  object_type,
  aispm_friendly_name: name,
  total_issues_count: issues,
  max_definitive_severity: severity,
}: NeighbourhoodNode): string {
  const type = findByObjectType(object_type)?.singular ?? object_type;
  return `${type} ${toVisibleText(name)}, issues: ${issues}${severity === null ? '' : `, ${severity}`}`;
}

/**
 * Returns what a relation of a graph says, in one line: `Customs Desk → Customs Gateway: MCP servers`.
 *
 * @param names of the objects
 */
export function describeEdge(
  { from_id, to_id, edge }: Neighbourhood['edges'][number],
  names: ReadonlyMap<string, string>,
): string {
  return `${names.get(from_id) ?? from_id} → ${names.get(to_id) ?? to_id}: ${toVisibleText(readLabel(edge))}`;
}

/** Returns the address of the graph around an object, below that of the workspace. */
export function graphAddress({ object_type, aispm_object_id: id }: NeighbourhoodNode): { to: string; search: Search } {
  return { to: `${findByObjectType(object_type)?.segment}/${encodeURIComponent(id)}`, search: { tab: 'graph' } };
}
