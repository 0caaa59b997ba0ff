/** Creates and changes records. */
import { randomUUID } from 'node:crypto';
import { type Document, isJsonObject, isNullable, type JsonObject, type Schema } from '../bundled/openapi.ts';
import { documentOf } from '../core/contract-types.ts';
import { ApiError } from '../core/errors.ts';
import type { Collection } from '../sample-data/collections.ts';
import { type Entry, ownRecord } from '../sample-data/entry.ts';
import { type ActionContext, getOtherList } from './context.ts';
import { isFinding, triageFinding } from './issues.ts';
import { formatTime } from './jobs/runs.ts';
import { changeRule, isRule } from './rule-settings.ts';

/** Creates an entry from the properties of a record. */
export function createEntry({ idField, rowFields, schema }: Collection, properties: JsonObject, id: string): Entry {
  const hasId = idField in (schema.properties ?? {});
  const record = hasId ? { ...properties, [idField]: id } : properties;
  const hasSize = 'value' in record && rowFields.includes('size_bytes');
  const size = hasSize && { size_bytes: Buffer.byteLength(JSON.stringify(record.value)) };
  return { id, row: { [idField]: id, ...size }, record, isOwn: true, times: {} };
}

/**
 * Creates the properties of a new record from the request. Properties that the request can't set come from the example.
 */
export function createRecord(context: ActionContext): JsonObject {
  const { collection, request, example, now } = context;
  const given = request.body as JsonObject;
  const requestSchema = (request.operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const { required = [], properties = {} } = collection.schema;
  const record = { ...(example.body as JsonObject) };
  for (const [name, schema] of Object.entries(requestSchema.properties ?? {})) {
    if (!(name in properties)) continue;
    if (name in given) record[name] = given[name];
    else if (schema.default !== undefined) record[name] = schema.default;
    else if (!required.includes(name)) delete record[name];
    else if (isNullable(documentOf(collection.list), properties[name] ?? {})) record[name] = null;
    else if (isJsonObject(record[name])) record[name] = {};
    else if (acceptsEmptyText(schema)) record[name] = '';
  }
  setReferencedNames(record, given, context);
  for (const name of ['created_at', 'updated_at']) if (name in properties) record[name] = formatTime(now);
  return record;
}

/** Returns whether a string may be empty. */
function acceptsEmptyText({ type, enum: values, format, minLength = 0 }: Schema): boolean {
  return type === 'string' && values === undefined && format === undefined && minLength === 0;
}

/** Sets the names that belong to the ids of a new record, if the examples contain both, or the catalogue has the record. */
function setReferencedNames(record: JsonObject, given: JsonObject, context: ActionContext): void {
  const { seeds, catalogue } = context.collection;
  for (const name of Object.keys(record).filter((key) => key.endsWith('_name') && !(key in given))) {
    const reference = name.replace(/_name$/, '_id');
    const known = seeds.find(({ row }) => name in row && row[reference] === given[reference]);
    if (known) record[name] = known.row[name];
  }
  const evaluation =
    catalogue &&
    getOtherList(catalogue, context)
      .values()
      .find(({ id }) => id === given.evaluation_id);
  if (evaluation) record.evaluation_name = evaluation.record.name;
  // Without a name, an attached evaluation gets the name of the evaluation.
  if ('evaluation_name' in record && !('name' in given)) record.name = record.evaluation_name;
}

/** Sets the current name of a record of the catalogue in the records that refer to it. */
export function renameReferences(entry: Entry, context: ActionContext): void {
  const { users } = context.collection;
  if (!users) return;
  for (const user of getOtherList(users, context).values()) {
    if (user.record.evaluation_id === entry.id) ownRecord(user).record.evaluation_name = entry.record.name;
  }
}

/**
 * Changes the properties that an update contains; null removes a non-nullable property.
 *
 * @param update the body of the request, or one update of a batch
 * @throws {ApiError} 422 when a property would have too many items or properties; then nothing has changed
 */
export function changeRecord(entry: Entry, update: JsonObject, context: ActionContext): void {
  const { request, collection, now } = context;
  const { record } = ownRecord(entry);
  const before = { ...record };
  const { properties = {} } = collection.schema;
  const isRemoved = (name: string, value: unknown) =>
    value === null && !isNullable(documentOf(collection.list), properties[name] ?? {});
  const changes = Object.entries(update).map(([name, value]) => {
    if (isRemoved(name, value)) return [name, undefined] as const;
    const isMerged = isMergePatch(getUpdateSchema(request.operation, name), documentOf(request.operation));
    const changed = isMerged && isJsonObject(value) ? merge(record[name], value) : value;
    checkSize(changed, properties[name], { name });
    return [name, changed] as const;
  });
  for (const [name, changed] of changes) {
    if (changed === undefined) {
      delete record[name];
      continue;
    }
    const hasChanged = JSON.stringify(record[name]) !== JSON.stringify(changed);
    record[name] = changed;
    if (hasChanged && `${name}_changed_at` in properties) record[`${name}_changed_at`] = formatTime(now);
  }
  if ('updated_at' in properties) record.updated_at = formatTime(now);
  if ('etag' in properties) record.etag = `"${randomUUID()}"`;
  if (!request.workspace) return;
  const workspace = context.store.getWorkspace(request.workspace);
  if (isFinding(record)) triageFinding(entry, collection, { before, update, now }, workspace);
  if (isRule(record)) changeRule(entry, before, now, workspace);
}

/** Returns the schema of a property of an update: of the body of a request, or of an item of its batch. */
function getUpdateSchema({ request }: ActionContext['request']['operation'], name: string): Schema | undefined {
  const body = (request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  return (body.properties?.updates?.items ?? body).properties?.[name];
}

/** Returns whether a property of a request is a JSON merge patch (RFC 7396): an object whose properties may be null. */
function isMergePatch(schema: Schema | undefined, document: Document): boolean {
  const { additionalProperties } = schema ?? {};
  return isJsonObject(additionalProperties) && isNullable(document, additionalProperties);
}

/** Applies a merge patch to an object. */
function merge(current: unknown, patch: JsonObject): JsonObject {
  const merged = Object.entries({ ...(current as JsonObject), ...patch });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/**
 * Checks the size of an array or an object property.
 *
 * @param options.field the property of the request that sets it; default: the one of the same name
 * @throws {ApiError} 422
 */
export function checkSize(
  value: unknown,
  { maxItems, maxProperties }: Schema = {},
  { name, field = name }: { name: string; field?: string },
): void {
  const size = Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;
  const max = (Array.isArray(value) ? maxItems : maxProperties) ?? Number.POSITIVE_INFINITY;
  if (size <= max) return;
  const message = `would result in ${size} ${name}; up to ${max} are allowed`;
  const options = { details: [{ location: `body/${field}`, message }] };
  throw new ApiError(422, 'limit_exceeded', `The record would have too many ${name}.`, options);
}
