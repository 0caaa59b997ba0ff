import type { Neighbourhood, NeighbourhoodNode } from '@aispm/client';
import { findByObjectType } from '../../shared/contract/object-types.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import type { Search } from '../../shared/links/search.ts';
import { toVisibleText } from '../../shared/text/visible-text.ts';

/** Describes an object of a graph in one line. */
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
 * Describes a relation of a graph in one line: `Customs Desk → Customs Gateway: MCP servers`.
 *
 * @param names names of objects by ID
 */
export function describeEdge(
  { from_id, to_id, edge }: Neighbourhood['edges'][number],
  names: ReadonlyMap<string, string>,
): string {
  return `${names.get(from_id) ?? from_id} → ${names.get(to_id) ?? to_id}: ${toVisibleText(readLabel(edge))}`;
}

/** Returns the link to the graph of an object, relative to the workspace. */
export function graphLink({ object_type, aispm_object_id: id }: NeighbourhoodNode): { to: string; search: Search } {
  return { to: `${findByObjectType(object_type)?.segment}/${encodeURIComponent(id)}`, search: { tab: 'graph' } };
}
