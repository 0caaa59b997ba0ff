/** Labels and owners that users set. They're stored separately from the ones that scans report, and override them. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { changeOwners } from '@aispm/domain';
import type { LabelChanges, Labels, ObjectUpdate, ObjectUpdateItem, ObjectUpdateOutcome, Owners } from '@aispm/types';
import { sql } from 'kysely';
import { getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { anyOf, inWorkspace, recordset } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError, notFound, unprocessable } from '../../platform/http/errors/errors.ts';
import { checkVersion, formatETag } from '../../platform/http/etag.ts';
import { describeOutcome, findItemError } from '../../platform/http/update-batch.ts';
import { appendChanges } from '../changes/index.ts';
import type { RecordType } from './records.ts';

const MAX_LABELS = getSchema('Labels').maxProperties ?? 0;
const MAX_OWNERS = getSchema('Owners').maxItems ?? 0;
/** Maximum number of labels that users set or removed on one object. */
const MAX_LABEL_CHANGES = 1_000;

/** What determines the entity tag of an object. */
interface Annotations {
  labels: unknown;
  owners: unknown;
}

/** Returns the entity tag of an object, which changes with its labels and owners, no matter which user changes them. */
export function toObjectETag({ labels, owners }: Annotations): string {
  // The database returns the properties of JSON objects in a fixed order.
  const digest = createHash('sha256').update(JSON.stringify([labels, owners ?? []]));
  return formatETag(digest.digest('hex').slice(0, 32));
}

/** The types of objects whose labels and owners users change. */
const TYPES: readonly RecordType[] = ['agent', 'model', 'tool', 'mcp_server'];

/** An object to update. */
export interface UpdatedObject {
  scope: Scope;
  type: RecordType;
  id: string;
}

/**
 * Changes labels and owners of an object.
 *
 * @param ifMatch the header `If-Match`
 */
export async function updateObject(
  db: Db,
  { scope, type, id }: UpdatedObject,
  update: ObjectUpdate,
  ifMatch: string | undefined,
): Promise<void> {
  const [row] = await lockObjects(db, scope, [id], [type]);
  if (!row) throw notFound();
  const change = toChange(row, { ...update, ...(ifMatch !== undefined && { if_match: ifMatch }) });
  await writeChanges(db, scope, [row], [change]);
}

/**
 * Changes labels and owners of several objects, of each one completely or not at all.
 *
 * @param db a transaction in the scope of the workspace
 */
export async function updateObjects(
  db: Db,
  scope: Scope,
  updates: readonly ObjectUpdateItem[],
): Promise<ObjectUpdateOutcome> {
  const ids = updates.map(({ aispm_object_id }) => aispm_object_id);
  const rows = await lockObjects(db, scope, ids, TYPES);
  const byId = new Map(rows.map((row) => [row.aispm_object_id, row]));
  const errors = new Map<number, ApiError>();
  const changes: Change[] = [];
  for (const [index, { aispm_object_id: id, ...update }] of updates.entries()) {
    const change = tryChange(byId.get(id), update, ids.indexOf(id) < index);
    if (change instanceof ApiError) errors.set(index, change);
    else changes.push(change);
  }
  const written = await writeChanges(db, scope, rows, changes);
  const etags = new Map(written.map((row) => [row.aispm_object_id, toObjectETag(row)]));
  return describeOutcome('aispm_object_id', ids, errors, etags);
}

/** Returns the change of an object, or why it's not possible. */
function tryChange(row: LockedObject | undefined, update: Update, isRepeated: boolean): Change | ApiError {
  const invalid = findItemError(update, { idField: 'aispm_object_id', isRepeated });
  if (invalid) return invalid;
  if (!row) return notFound();
  try {
    return toChange(row, update);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** An object with its labels and owners. */
interface ChangedObject extends Annotations {
  aispm_object_id: string;
}

/** An object, and what determines its labels. */
interface LockedObject extends ChangedObject {
  object_type: string;
  label_changes: unknown;
}

/** An update without the identifier of its object. */
type Update = Omit<ObjectUpdateItem, 'aispm_object_id'>;

/** The values that an update sets; null for the current ones. */
interface Change {
  aispm_object_id: string;
  label_changes: LabelChanges | null;
  chosen_owners: Owners | null;
}

/** Reads objects, and locks them in a fixed order, so that two batches can't deadlock. */
async function lockObjects(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  types: readonly RecordType[],
): Promise<LockedObject[]> {
  return (
    db
      .selectFrom('objects')
      .select(['aispm_object_id', 'object_type', 'labels', 'owners', 'label_changes'])
      .where(inWorkspace('objects', scope))
      .where('aispm_object_id', '=', anyOf(ids))
      .where('object_type', 'in', types)
      .orderBy('aispm_object_id')
      // The lock doesn't cover the key, so scans that reference the object and this update don't wait for each other.
      .forNoKeyUpdate()
      .execute()
  );
}

/**
 * Returns what an update sets on an object.
 *
 * @throws {ApiError} 412 or 422
 */
function toChange(row: LockedObject, { if_match, labels, ...ownerChanges }: Update): Change {
  checkVersion(if_match, toObjectETag(row));
  const chosen = changeOwners((row.owners ?? []) as Owners, ownerChanges);
  if (chosen && chosen.length > MAX_OWNERS) {
    throw unprocessable('limit_exceeded', {
      'body/add_owners': `would result in ${chosen.length} owners; an object can have up to ${MAX_OWNERS}`,
    });
  }
  return {
    aispm_object_id: row.aispm_object_id,
    label_changes: labels ? mergeLabelChanges(row.label_changes as LabelChanges, labels, row.labels as Labels) : null,
    chosen_owners: chosen ?? null,
  };
}

/**
 * Writes changes, and adds those that have an effect to the log.
 *
 * @param before the objects before the changes
 * @returns the objects after the changes
 */
async function writeChanges(
  db: Db,
  scope: Scope,
  before: readonly LockedObject[],
  changes: readonly Change[],
): Promise<ChangedObject[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<ChangedObject>`
    UPDATE objects SET label_changes = coalesce(given.label_changes, objects.label_changes),
      chosen_owners = coalesce(given.chosen_owners, objects.chosen_owners), updated_at = ${new Date().toISOString()}::timestamptz
    FROM ${recordset(changes, 'aispm_object_id text, label_changes jsonb, chosen_owners jsonb')}
    WHERE ${inWorkspace('objects', scope)} AND objects.aispm_object_id = given.aispm_object_id
    RETURNING objects.aispm_object_id, objects.labels, objects.owners`.execute(db);
  const after = new Map(rows.map((row) => [row.aispm_object_id, row]));
  const logged = before.flatMap((row) => {
    const changed_fields = listChangedFields(row, after.get(row.aispm_object_id) ?? row);
    const { aispm_object_id: subject_id, object_type } = row;
    return changed_fields.length === 0
      ? []
      : [{ kind: 'object_changed' as const, subject_id, object_type: object_type as RecordType, changed_fields }];
  });
  if (logged.length > 0) await appendChanges(db, scope, logged);
  return rows;
}

/** Lists the fields that have other values. */
function listChangedFields(before: Annotations, after: Annotations): string[] {
  const isSame = {
    labels: isDeepStrictEqual(before.labels, after.labels),
    owners: isDeepStrictEqual(before.owners ?? [], after.owners ?? []),
  };
  return Object.entries(isSame).flatMap(([field, same]) => (same ? [] : [field]));
}

/**
 * Adds changes to the earlier ones of an object. A removed label is stored as null, so scans don't add it again.
 *
 * @param current the labels of the object
 */
function mergeLabelChanges(earlier: LabelChanges, given: LabelChanges, current: Labels): LabelChanges {
  const labels: LabelChanges = { ...current, ...given };
  const count = Object.values(labels).filter((value) => value !== null).length;
  if (count > MAX_LABELS) {
    throw unprocessable('limit_exceeded', {
      'body/labels': `would result in ${count} labels; an object can have up to ${MAX_LABELS}`,
    });
  }
  const effective = Object.entries(given).filter(
    ([key, value]) => value !== null || Object.hasOwn(current, key) || Object.hasOwn(earlier, key),
  );
  const merged = { ...earlier, ...Object.fromEntries(effective) };
  if (Object.keys(merged).length > MAX_LABEL_CHANGES) {
    throw unprocessable('limit_exceeded', {
      'body/labels': `has too many different labels; up to ${MAX_LABEL_CHANGES} can be set`,
    });
  }
  return merged;
}
