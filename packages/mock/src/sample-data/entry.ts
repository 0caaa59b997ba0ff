/** Stored records. */
import type { JsonObject } from '../bundled/openapi.ts';

/** A stored record. */
export interface Entry {
  id: string;
  /** Properties of its row in the list; those that the record has too are taken from there. */
  row: JsonObject;
  /** Shared with other lists until {@link ownRecord} copies it. */
  record: JsonObject;
  /** Whether the record is a copy that may be changed. */
  isOwn?: boolean;
  /** Its entity tag in the examples, and the record that has it, as JSON. */
  example?: ExampleVersion;
  times: RunTimes;
  /** The properties with which a run or scan ends, when they are known beforehand. */
  result?: JsonObject;
  /** The document of a scan that has not been completed yet. */
  document?: JsonObject;
  /** Exports of a view, the oldest one first. */
  exports?: Export[];
  /** Changes of an issue, the newest one first. */
  history?: JsonObject[];
}

/** Makes the record of an entry a copy that may be changed. */
export function ownRecord(entry: Entry): Entry {
  if (entry.isOwn) return entry;
  entry.record = structuredClone(entry.record);
  entry.isOwn = true;
  return entry;
}

/** The version of a record that the examples show. */
export interface ExampleVersion {
  entityTag: string;
  record: string;
}

/** When a run was started and stopped, in milliseconds since 1970. Runs that a list starts with continue from its first request. */
export interface RunTimes {
  startedMs?: number;
  stoppedMs?: number;
}

/** An export of a view. */
export interface Export {
  /** The record; that of an active export has the state of its start. */
  record: JsonObject;
  /** Path of the file, without the base path. */
  path: string;
  /** When it was started, in milliseconds since 1970; undefined for one of the examples that does not change. */
  startedMs?: number;
  /** Undefined for an export of the examples: its file shows the view and its list as they are. */
  file?: ExportFile;
}

/** The content of an exported file. */
export interface ExportFile {
  /** The name of the view. */
  name: string;
  columns: readonly string[];
  /** The cells of each row. */
  rows: readonly unknown[][];
}
