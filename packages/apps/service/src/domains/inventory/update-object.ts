/** Labels and owners that users set. They're stored separately from the ones that scans report, and override them. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { LabelChanges, Labels, ObjectUpdate, Owners } from '@aispm/types';
import { getSchema } from '../../platform/contract/contract.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { notFound, unprocessable } from '../../platform/http/errors/errors.ts';
import { checkVersion, formatETag } from '../../platform/http/etag.ts';
import { appendChanges } from '../changes/index.ts';
import type { RecordType } from './records.ts';

const MAX_LABELS = getSchema('Labels').maxProperties ?? 0;
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
  const { labels, owners } = update;
  const row = await db
    .selectFrom('objects')
    .select(['labels', 'owners', 'label_changes'])
    .where(inWorkspace('objects', scope))
    .where('aispm_object_id', '=', id)
    .where('object_type', '=', type)
    // The lock doesn't cover the key, so scans that reference the object and this update don't wait for each other.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  checkVersion(ifMatch, toObjectETag(row));
  await db
    .updateTable('objects')
    .set({
      ...(labels && {
        label_changes: json(mergeLabelChanges(row.label_changes as LabelChanges, labels, row.labels as Labels)),
      }),
      ...(owners && { chosen_owners: json(owners satisfies Owners) }),
      updated_at: new Date().toISOString(),
    })
    .where(inWorkspace('objects', scope))
    .where('aispm_object_id', '=', id)
    .execute();
  const fields = listChangedFields(row, update);
  if (fields.length === 0) return;
  await appendChanges(db, scope, [
    { kind: 'object_changed', subject_id: id, object_type: type, changed_fields: fields },
  ]);
}

/** Lists the fields that get other values. */
function listChangedFields(before: Annotations, { labels = {}, owners }: ObjectUpdate): string[] {
  const current = before.labels as Labels;
  const hasLabels = Object.entries(labels).some(([key, value]) => value !== (current[key] ?? null));
  const hasOwners = owners !== undefined && !isDeepStrictEqual(owners, before.owners ?? []);
  return [...(hasLabels ? ['labels'] : []), ...(hasOwners ? ['owners'] : [])];
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
