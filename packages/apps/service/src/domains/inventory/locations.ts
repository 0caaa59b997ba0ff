/** Lists locations in assets. */
import type { Location } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { anyOf, contains, since } from '../../platform/lists/filters.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';
import { countObjects, isNotDeleted } from './not-deleted.ts';
import { searchObjects } from './search.ts';
import { getUnknownFields } from './unknown-fields.ts';

/** Selects the locations of a workspace. */
export function selectLocations(db: Db, scope: Workspace) {
  return db
    .selectFrom('objects')
    .select([
      'aispm_object_id as location_id',
      'object_type',
      'aispm_friendly_name',
      'first_seen_at',
      'last_seen_at',
      'updated_at',
      'details',
    ])
    .where(inWorkspace('objects', scope))
    .where('object_type', '=', 'location');
}

const UNKNOWN_FIELDS = getUnknownFields('Location');

/** Converts a row to a record of the contract. */
export function toLocation({ details, ...columns }: { details: unknown }): Location {
  return { ...UNKNOWN_FIELDS, ...columns, ...(details as object) } as Location;
}

export const locationList: List<'listLocations', { details: unknown }, Location> = {
  operation: 'listLocations',
  rows: (db, scope) => selectLocations(db, scope).where(isNotDeleted),
  countAll: countObjects('location'),
  filters: {
    id: anyOf('aispm_object_id'),
    name: contains('aispm_friendly_name', 'technical_name'),
    asset_id: anyOf('asset_id'),
    location_type: anyOf('location_type'),
    first_seen_since: since('first_seen_at'),
    updated_since: since('updated_at'),
  },
  search: searchObjects('location'),
  sorts: {
    aispm_friendly_name: sortKey('name_order', 'text'),
    file_path: sortKey('file_path', 'text'),
    first_seen_at: sortKey('first_seen_at', 'timestamptz'),
    last_seen_at: sortKey('last_seen_at', 'timestamptz'),
  },
  id: sql.ref('aispm_object_id'),
  toItem: toLocation,
};
