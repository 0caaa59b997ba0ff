/** Lists assets, as tables and as records. */
import type { Asset, TabularResult } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, contains, isPositive, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { countObjects, isNotDeleted } from './not-deleted.ts';
import { searchObjects } from './search.ts';

/** The columns of the table in the order of the contract, each with the column of `objects` that contains it. */
const COLUMNS = {
  asset_id: 'aispm_object_id',
  asset_name: 'aispm_friendly_name',
  asset_type: 'details',
  repository_url: 'details',
  branch: 'details',
  commit_sha: 'details',
  language: 'details',
  owner: 'details',
  ai_object_count: 'ai_object_count',
  total_issues_count: 'total_issues_count',
  critical_issues_count: 'critical_issues_count',
  high_issues_count: 'high_issues_count',
  last_scan_id: 'last_scan_id',
  last_scanned_at: 'last_scanned_at',
  first_seen_at: 'first_seen_at',
  last_seen_at: 'last_seen_at',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const;

export const ASSET_HEADER = Object.keys(COLUMNS);

/** A row of the table in the contract. */
export type AssetCells = TabularResult['rows'][number];

type AssetRow = Record<(typeof COLUMNS)[keyof typeof COLUMNS], unknown>;

/** Selects the assets of a workspace. */
export function selectAssets(db: Db, scope: Workspace) {
  return db
    .selectFrom('objects')
    .select([...new Set(Object.values(COLUMNS))])
    .where(inWorkspace('objects', scope))
    .where('object_type', '=', 'asset');
}

/** Converts a row to a record of the contract. */
export function toAsset(row: AssetRow): Asset {
  const details = row.details as Record<string, unknown>;
  const fields = Object.entries(COLUMNS).map(([name, column]) => [
    name,
    column === 'details' ? (details[name] ?? null) : row[column],
  ]);
  return Object.fromEntries(fields) as Asset;
}

/** Converts a row to cells in the order of the header. */
export function toCells(row: AssetRow): AssetCells {
  return Object.values(toAsset(row)) as AssetCells;
}

/** Both have the same parameters. */
type AssetOperation = 'listAssets' | 'listAispmAssets';

/** Creates a list of assets: as rows of a table, or as records. */
function createAssetList<Item>(
  operation: AssetOperation,
  toItem: (row: AssetRow) => Item,
): List<AssetOperation, AssetRow, Item> {
  return {
    operation,
    rows: (db, scope) => selectAssets(db, scope).where(isNotDeleted),
    countAll: countObjects('asset'),
    filters: {
      id: anyOf('aispm_object_id'),
      name: contains('aispm_friendly_name'),
      asset_type: anyOf('asset_type'),
      language: anyOf('language'),
      owner: (values) => sql`owners ?| ${values}::text[]`,
      has_issues: isPositive('total_issues_count'),
      first_seen_since: since('first_seen_at'),
      updated_since: since('updated_at'),
    },
    search: searchObjects('asset'),
    sorts: {
      asset_name: sortKey('name_order', 'text'),
      ai_object_count: sortKey('ai_object_count', 'bigint'),
      total_issues_count: sortKey('total_issues_count', 'bigint'),
      last_scanned_at: { by: sql`coalesce(last_scanned_at, '-infinity')`, type: 'timestamptz' },
      first_seen_at: sortKey('first_seen_at', 'timestamptz'),
      last_seen_at: sortKey('last_seen_at', 'timestamptz'),
      updated_at: sortKey('updated_at', 'timestamptz'),
    },
    id: sql.ref('aispm_object_id'),
    toItem,
  };
}

/** The list of assets as a table. */
export const assetTable = createAssetList('listAssets', toCells);
/** The list of assets as records. */
export const assetList = createAssetList('listAispmAssets', toAsset);
