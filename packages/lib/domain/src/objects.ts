/** The objects of the graph: agents, models, tools, MCP servers, assets and locations, whose records have different fields. */
import type { ObjectType } from './edges.ts';

/** An object of the graph, with the fields that all types have in common. */
export interface GraphObject {
  aispm_object_id: string;
  aispm_friendly_name: string;
  object_type: ObjectType;
  total_issues_count: number;
  critical_issues_count: number;
  high_issues_count: number;
  max_definitive_severity: string | null;
  /** In RFC 3339. */
  first_seen_at: string;
  /** In RFC 3339. */
  last_seen_at: string;
}

/** The record of an agent, a model, a tool or an MCP server, as far as the graph needs it. */
export interface NodeRecord extends Omit<GraphObject, 'object_type'> {
  object_type: string;
}

/** The record of an asset, as far as the graph needs it. */
export interface AssetRecord {
  asset_id: string;
  asset_name: string;
  total_issues_count: number;
  critical_issues_count: number;
  high_issues_count: number;
  first_seen_at: string;
  last_seen_at: string;
}

/** The record of a location, as far as the graph needs it. */
export interface LocationRecord {
  location_id: string;
  aispm_friendly_name: string;
  first_seen_at: string;
  last_seen_at: string;
}

/** Converts the record of an agent, a model, a tool or an MCP server. */
export function fromNode(record: NodeRecord): GraphObject {
  return {
    aispm_object_id: record.aispm_object_id,
    aispm_friendly_name: record.aispm_friendly_name,
    object_type: record.object_type as ObjectType,
    total_issues_count: record.total_issues_count,
    critical_issues_count: record.critical_issues_count,
    high_issues_count: record.high_issues_count,
    max_definitive_severity: record.max_definitive_severity,
    first_seen_at: record.first_seen_at,
    last_seen_at: record.last_seen_at,
  };
}

/** @param highest the severity of the most severe unresolved issue inside the asset, which its record doesn't have */
export function fromAsset(record: AssetRecord, highest: string | null): GraphObject {
  return {
    aispm_object_id: record.asset_id,
    aispm_friendly_name: record.asset_name,
    object_type: 'asset',
    total_issues_count: record.total_issues_count,
    critical_issues_count: record.critical_issues_count,
    high_issues_count: record.high_issues_count,
    max_definitive_severity: highest,
    first_seen_at: record.first_seen_at,
    last_seen_at: record.last_seen_at,
  };
}

/** Converts the record of a location, which doesn't have its own issues. */
export function fromLocation(record: LocationRecord): GraphObject {
  return {
    aispm_object_id: record.location_id,
    aispm_friendly_name: record.aispm_friendly_name,
    object_type: 'location',
    total_issues_count: 0,
    critical_issues_count: 0,
    high_issues_count: 0,
    max_definitive_severity: null,
    first_seen_at: record.first_seen_at,
    last_seen_at: record.last_seen_at,
  };
}
