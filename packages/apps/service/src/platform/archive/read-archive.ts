/** Reads an archive of a workspace, and checks that it's complete. */
import type { ArchivedTable } from './archived-tables.ts';
import { ArchiveError, readLines } from './read-lines.ts';
import { type ArchiveHeader, FORMAT, VERSION } from './write-archive.ts';

/** A row of an archive. */
export interface ArchivedRow {
  /** Number of its line, from 1. */
  number: number;
  /** The complete line, which preserves the spelling of numbers and strings. */
  line: string;
  table: ArchivedTable;
  row: Record<string, unknown>;
}

/**
 * Yields the rows of an archive, in the order of the tables.
 *
 * @param migrations the migrations of the target database
 * @throws {ArchiveError} for the first invalid line
 */
export async function* readArchive(
  file: string,
  tables: readonly ArchivedTable[],
  migrations: readonly string[],
): AsyncGenerator<ArchivedRow> {
  const counts: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  let position = 0;
  let last = 0;
  let hasEnded = false;
  for await (const { number, text } of readLines(file)) {
    last = number;
    if (hasEnded) throw new ArchiveError(number, 'is after the end of the archive');
    const value = parse(number, text);
    if (number === 1) {
      checkHeader(value, migrations);
    } else if ('end' in value) {
      checkEnd(number, value.end, counts);
      hasEnded = true;
    } else {
      const index = tables.findIndex(({ name }) => name === value.table);
      const table = tables[index];
      if (!table) throw new ArchiveError(number, `has a row of an unknown table, ${JSON.stringify(value.table)}`);
      if (index < position) throw new ArchiveError(number, `has a row of ${table.name} after those of other tables`);
      position = index;
      counts[table.name] = (counts[table.name] ?? 0) + 1;
      yield { number, line: text, table, row: checkRow(number, value.row, table) };
    }
  }
  if (!hasEnded) throw new ArchiveError(last + 1, 'the file ends before the archive does; export the workspace again');
}

function parse(number: number, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError(number, `is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ArchiveError(number, 'is no object');
  return value as Record<string, unknown>;
}

function checkHeader(value: Record<string, unknown>, migrations: readonly string[]): void {
  const header = value as Partial<ArchiveHeader>;
  if (header.format !== FORMAT) throw new ArchiveError(1, "doesn't start an archive of a workspace");
  if (header.version !== VERSION) {
    throw new ArchiveError(
      1,
      `has version ${JSON.stringify(header.version)}; this release restores version ${VERSION}`,
    );
  }
  const given = Array.isArray(header.migrations) ? header.migrations : [];
  const differing = [
    ...given.filter((name) => !migrations.includes(name)),
    ...migrations.filter((name) => !given.includes(name)),
  ];
  if (differing.length === 0) return;
  throw new ArchiveError(
    1,
    `comes from other tables, which differ by ${differing.slice(0, 3).join(', ')}; restore it with the release that exported it, and upgrade`,
  );
}

function checkRow(number: number, value: unknown, { name, columns }: ArchivedTable): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ArchiveError(number, `has no row of ${name}`);
  }
  const missing = columns.find((column) => !Object.hasOwn(value, column));
  if (missing !== undefined) throw new ArchiveError(number, `the row of ${name} has no ${missing}`);
  const unknown = Object.keys(value).find((column) => !columns.includes(column));
  if (unknown !== undefined) throw new ArchiveError(number, `${name} has no column ${JSON.stringify(unknown)}`);
  return value as Record<string, unknown>;
}

function checkEnd(number: number, end: unknown, counts: Readonly<Record<string, number>>): void {
  const given = (typeof end === 'object' && end !== null ? end : {}) as Record<string, unknown>;
  const differing = Object.keys(counts).find((name) => given[name] !== counts[name]);
  if (differing === undefined) return;
  throw new ArchiveError(
    number,
    `declares ${JSON.stringify(given[differing])} rows of ${differing}, but the archive has ${counts[differing]}`,
  );
}
