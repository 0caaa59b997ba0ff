/** Lists scans and their results. */
import type { Scan, ScanResult } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, contains, equal, since } from '../../platform/lists/filters.ts';
import { type Direction, type List, sortKey } from '../../platform/lists/list.ts';
import { addLocation, LOCATION_COLUMNS } from '../findings/index.ts';

/** Selects the scans of a workspace. */
export function selectScans(db: Db, scope: Workspace) {
  return db
    .selectFrom('scans')
    .select([
      'scan_id',
      'scan_type',
      'trigger',
      'status',
      'progress',
      'is_current',
      'asset_id',
      'target',
      'branch',
      'commit_sha',
      'tool_name',
      'tool_version',
      'has_ai_objects',
      'ai_object_count',
      'num_detections as detection_count',
      'num_resolutions as resolution_count',
      'error_message',
      'cancel_requested_at',
      'created_at',
      'started_at',
      'finished_at',
      'updated_at',
    ])
    .where(inWorkspace('scans', scope));
}

/** Converts a row to a record of the contract. */
export function toScan(row: object): Scan {
  const scan = row as Omit<Scan, 'cancel_requested'>;
  return { ...scan, cancel_requested: scan.cancel_requested_at !== null };
}

/** @param order sort direction; unfinished scans come last in both directions when sorted by `finished_at` */
export const createScanList = (order: Direction): List<'listScans', object, Scan> => ({
  operation: 'listScans',
  rows: (db, scope) => selectScans(db, scope),
  filters: {
    id: anyOf('scan_id'),
    scan_type: anyOf('scan_type'),
    trigger: anyOf('trigger'),
    status: anyOf('status'),
    is_current: equal('is_current'),
    has_ai_objects: equal('has_ai_objects'),
    asset_id: anyOf('asset_id'),
    target: contains('target'),
    created_since: since('created_at'),
    updated_since: since('updated_at'),
  },
  sorts: {
    created_at: sortKey('created_at', 'timestamptz'),
    finished_at: {
      by: order === 'ASC' ? sql`coalesce(finished_at, 'infinity')` : sql`coalesce(finished_at, '-infinity')`,
      type: 'timestamptz',
    },
    ai_object_count: sortKey('ai_object_count', 'bigint'),
    detection_count: sortKey('num_detections', 'bigint'),
  },
  id: sql.ref('scan_id'),
  toItem: toScan,
});

/**
 * The current name of the object of a result; null if the object is no longer retained. A subquery, because few rows of a scan
 * are read.
 */
const objectName = sql<string | null>`(
  SELECT objects.aispm_friendly_name FROM objects
  WHERE ${inSameWorkspace('objects', 'scan_results')} AND objects.aispm_object_id = scan_results.aispm_object_id
)`.as('aispm_friendly_name');

/** Lists the results of a scan in the order of processing, which is the order of their identifiers. */
export const scanResultList: List<'listScanResults', object, ScanResult> = {
  operation: 'listScanResults',
  rows: (db, scope, { id }) =>
    db
      .selectFrom('scan_results')
      .leftJoin('objects as location', (join) =>
        join
          .on(inSameWorkspace('location', 'scan_results'))
          .onRef('location.aispm_object_id', '=', 'scan_results.location_id'),
      )
      .select([
        'scan_results.scan_result_id',
        'scan_results.scan_id',
        'scan_results.result_kind',
        'scan_results.change',
        'scan_results.object_type',
        'scan_results.aispm_object_id',
        objectName,
        'scan_results.fine_grained_issue_id',
        'scan_results.definitive_severity',
        'scan_results.created_at',
        ...LOCATION_COLUMNS,
      ])
      .where(inWorkspace('scan_results', scope))
      .where('scan_results.scan_id', '=', id),
  filters: {
    result_kind: anyOf('scan_results.result_kind'),
    change: anyOf('scan_results.change'),
    object_type: anyOf('scan_results.object_type'),
    severity: anyOf('scan_results.definitive_severity'),
  },
  sorts: { sorted: sortKey('scan_results.scan_result_id', 'text') },
  id: sql.ref('scan_results.scan_result_id'),
  toItem: (row) => addLocation(row) as ScanResult,
};
