/** The context that the steps of generation share. */
import type { Relation } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { OperationId } from '../../core/contract-types.ts';
import type { Random } from '../random.ts';
import type { RecordOf } from '../record-types.ts';
import type { Mix } from '../scenarios.ts';
import type { Identity } from '../variations.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Options of generation. */
export interface GenerationOptions {
  seed: string;
  /** Number of records in each list of the inventory, and of issues, scans, runs and interactions. */
  rows: number;
  mix: Mix;
  /** The time of the latest event, in milliseconds since 1970. */
  now: number;
}

/** Records by the operation that lists them. */
type Lists = Partial<Record<OperationId, JsonObject[]>>;

/** The records of a workspace, their relations and nested rows. */
export interface Records {
  lists: Lists;
  relations: Relation[];
  /** Functions that return the rows below records, by the operation that lists them. */
  nested: Partial<Record<OperationId, () => JsonObject[]>>;
}

/** The records of the examples, in the same structure. */
export type Templates = Readonly<Records>;

/** A workspace that is being generated. */
export interface Generation {
  templates: Templates;
  options: GenerationOptions;
  random: Random;
  lists: Lists;
  relations: Relation[];
  history: JsonObject[];
  /** Create the results of scans on demand: there are many, and few of them are read. */
  results: (() => JsonObject[])[];
}

/** A relation between two records. */
type RelatedRecords = { from: JsonObject; edge: Relation['edge']; to: JsonObject; evidence: string };

/** Returns the generated records of a list. */
export function recordsOf<List extends OperationId>({ lists }: Generation, list: List): RecordOf<List>[] {
  return (lists[list] ?? []) as RecordOf<List>[];
}

/** Returns the example records of a list. */
export function templatesOf<List extends OperationId>({ templates }: Generation, list: List): RecordOf<List>[] {
  return (templates.lists[list] ?? []) as RecordOf<List>[];
}

/** Returns the example that a record of a list is a variation of. */
export function templateOf<List extends OperationId>(generation: Generation, list: List, index: number) {
  const records = templatesOf(generation, list);
  return records[index % records.length] ?? ({} as RecordOf<List>);
}

/** Creates the records of a list. */
export function createRecords<List extends OperationId>(
  generation: Generation,
  list: List,
  count: number,
  create: (template: RecordOf<List>, index: number) => JsonObject,
): RecordOf<List>[] {
  generation.lists[list] = Array.from({ length: count }, (_, index) =>
    create(templateOf(generation, list, index), index),
  );
  return recordsOf(generation, list);
}

/** Formats a time in the past, in whole seconds. */
export function formatAgo(generation: Generation, ms: number): string {
  return new Date(Math.floor((generation.options.now - ms) / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

/** Returns when something was first and last seen. */
function createTimes(generation: Generation): JsonObject {
  const first = formatAgo(generation, DAY_MS + generation.random.next() * 180 * DAY_MS);
  const last = formatAgo(generation, generation.random.next() * DAY_MS);
  return { first_seen_at: first, last_seen_at: last, created_at: first, updated_at: last };
}

/** Returns the name and the times of a new record. */
export function identify(generation: Generation, name: string): Identity {
  return { name, random: generation.random, times: createTimes(generation) };
}

/** Adds a relation. */
export function relate(generation: Generation, { from, edge, to, evidence }: RelatedRecords): void {
  const id = (record: JsonObject) => String(record.aispm_object_id ?? record.location_id ?? record.asset_id);
  generation.relations.push({ from_id: id(from), edge, to_id: id(to), evidence });
}
