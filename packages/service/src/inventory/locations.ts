/** Places inside assets. */
import type { Location } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { anyOf, contains, equal } from '../lists/filters.ts';
import { type List, sortKey } from '../lists/list.ts';
import { unknownFields } from './unknown.ts';

/** The locations of a workspace. */
export function locations(db: Db, { tenantId, workspaceId }: Scope) {
  return db
    .selectFrom('objects')
    .select([
      'aispm_object_id as location_id',
      'object_type',
      'aispm_friendly_name',
      'first_seen_at',
      'last_seen_at',
      'details',
    ])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('object_type', '=', 'location');
}

const UNKNOWN = unknownFields('Location');

/** A row as the record of the contract. */
export function toLocation({ details, ...columns }: { details: unknown }): Location {
  return { ...UNKNOWN, ...columns, ...(details as object) } as Location;
}

export const locationList: List<'listLocations', { details: unknown }, Location> = {
  operation: 'listLocations',
  rows: (db, scope) => locations(db, scope).where('lifecycle_status', '<>', 'deleted'),
  filters: {
    name: contains('aispm_friendly_name', 'technical_name'),
    asset_id: equal('asset_id'),
    location_type: anyOf('location_type'),
  },
  sorts: {
    aispm_friendly_name: sortKey('name_order', 'text'),
    file_path: sortKey('file_path', 'text'),
    first_seen_at: sortKey('first_seen_at', 'timestamptz'),
    last_seen_at: sortKey('last_seen_at', 'timestamptz'),
  },
  id: sql.ref('aispm_object_id'),
  toItem: toLocation,
};
