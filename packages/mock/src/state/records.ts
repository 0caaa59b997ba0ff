/** Creates and changes records. */
import { isJsonObject, isNullable, type JsonObject, type Schema } from '../bundled/openapi.ts';
import { type Collection, getSuccessSchema } from './collections.ts';
import type { ActionContext } from './context.ts';
import type { Entry } from './entry.ts';
import { formatTime } from './runs.ts';

/** Creates an entry from the properties of a record. */
export function createEntry({ idField, rowFields, read }: Collection, properties: JsonObject, id: string): Entry {
  const hasId = idField in (getSuccessSchema(read).properties ?? {});
  const record = hasId ? { ...properties, [idField]: id } : properties;
  const hasSize = 'value' in record && rowFields.includes('size_bytes');
  const size = hasSize && { size_bytes: Buffer.byteLength(JSON.stringify(record.value)) };
  return { id, row: { [idField]: id, ...size }, record, times: {} };
}

/**
 * Creates the properties of a new record: those of the request and, where the request cannot set them, those of the
 * example.
 */
export function createRecord({ collection, request, example, now }: ActionContext): JsonObject {
  const given = request.body as JsonObject;
  const requestSchema = (request.operation.request?.body?.contents?.[0]?.schema ?? {}) as Schema;
  const { required = [], properties = {} } = getSuccessSchema(collection.read);
  const record = { ...(example.body as JsonObject) };
  for (const [name, schema] of Object.entries(requestSchema.properties ?? {})) {
    if (!(name in properties)) continue;
    if (name in given) record[name] = given[name];
    else if (schema.default !== undefined) record[name] = schema.default;
    else if (!required.includes(name)) delete record[name];
    else if (isJsonObject(record[name])) record[name] = {};
  }
  setReferencedNames(record, given, collection);
  for (const name of ['created_at', 'updated_at']) if (name in properties) record[name] = formatTime(now);
  return record;
}

/** Sets the names that belong to the ids of a new record, as far as the examples contain both. */
function setReferencedNames(record: JsonObject, given: JsonObject, { seeds }: Collection): void {
  for (const name of Object.keys(record).filter((key) => key.endsWith('_name') && !(key in given))) {
    const reference = name.replace(/_name$/, '_id');
    const known = seeds.find(({ row }) => name in row && row[reference] === given[reference]);
    if (known) record[name] = known.row[name];
  }
  // Without a name of its own, an attached evaluation has the name of the evaluation.
  if ('evaluation_name' in record && !('name' in given)) record.name = record.evaluation_name;
}

/** Changes the properties that a request contains; null removes a property that cannot be null. */
export function changeRecord({ record }: Entry, { request: { operation, body }, now }: ActionContext): void {
  const { properties = {} } = getSuccessSchema(operation);
  for (const [name, value] of Object.entries(body as JsonObject)) {
    if (value === null && !isNullable({}, properties[name] ?? {})) {
      delete record[name];
      continue;
    }
    const hasChanged = JSON.stringify(record[name]) !== JSON.stringify(value);
    record[name] = value;
    if (hasChanged && `${name}_changed_at` in properties) record[`${name}_changed_at`] = formatTime(now);
  }
  if ('updated_at' in properties) record.updated_at = formatTime(now);
}
