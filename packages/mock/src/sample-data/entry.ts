/** Stored records. */
import type { JsonObject } from '../bundled/openapi.ts';

/** A stored record. */
export interface Entry {
  id: string;
  /** Properties of its row in the list; properties that the record also has are taken from the record. */
  row: JsonObject;
  /** Shared with other lists until {@link ownRecord} copies it. */
  record: JsonObject;
  /** The record that the list started with; undefined if it was added. */
  initial?: JsonObject;
  /** The values that the log of changes knows; default: those of the initial record. */
  logged?: JsonObject;
  /** Whether the record is a copy that may be changed. */
  isOwn?: boolean;
  /** Its entity tag in the examples, and the JSON of the record with this tag. */
  example?: ExampleVersion;
  times: RunTimes;
  /** The properties of a run or scan when it ends, if they are known in advance. */
  result?: JsonObject;
  /** The document of a scan that has not been completed yet. */
  document?: JsonObject;
  /** Exports of a view, oldest first. */
  exports?: Export[];
  /** The secrets of a webhook, the newest one last. */
  secrets?: string[];
  /** Changes of an issue, newest first. */
  history?: JsonObject[];
  /** The triage of an issue or an occurrence before its rule was switched off. */
  disabledTriage?: JsonObject;
  /** The severity of an occurrence without the settings of its rule, if they have another one. */
  ownSeverity?: string;
}

/** Copies the record of an entry, so that it may be changed. */
export function ownRecord(entry: Entry): Entry {
  if (entry.isOwn) return entry;
  entry.record = structuredClone(entry.record);
  entry.isOwn = true;
  return entry;
}

/** The version of a record in the examples. */
export interface ExampleVersion {
  entityTag: string;
  record: string;
}

/** When a run was started and stopped, in milliseconds since 1970. Initial runs of a list continue with its first request. */
export interface RunTimes {
  startedMs?: number;
  stoppedMs?: number;
}

/** An export of a view. */
export interface Export {
  /** The record; for an active export, in its initial state. */
  record: JsonObject;
  /** Path of the file, without the base path. */
  path: string;
  /** When it was started, in milliseconds since 1970; undefined for an export in the examples that doesn't change. */
  startedMs?: number;
  /** Whether its end is in the log of changes. */
  isLogged?: boolean;
  /** Undefined for an export in the examples: its file contains the current rows of the view. */
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
