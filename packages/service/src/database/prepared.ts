/** Queries that are put together and compiled once: that costs more than anything else that a short request does. */
import type { CompiledQuery } from 'kysely';
import type { Db } from './dialect.ts';

/** Values in groups, such as the scope and the path of a request. */
type Values = Readonly<Record<string, object>>;

/** A query that is put together. */
export interface Query<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** Stands for a value while its query is put together. */
class Place {
  readonly group: string;
  readonly name: string;

  constructor(group: string, name: string) {
    this.group = group;
    this.name = name;
  }
}

/** Most queries that are kept; beyond that keeping starts anew, so that odd requests do not displace usual ones for ever. */
const MOST_KEPT = 1_000;

const kept = new Map<string, CompiledQuery>();

/**
 * Runs a query that is the same for all values, but for flags and for what is not given.
 *
 * @param name tells queries apart that take the same values
 * @param build puts the query together; every text, number and list among the values is only good for a parameter of it
 * @returns its rows
 */
export async function prepared<V extends Values, Row>(
  db: Db,
  name: string,
  values: V,
  build: (values: V) => Query<Row>,
): Promise<Row[]> {
  const shape = shapeOf(name, values);
  let query = kept.get(shape) as CompiledQuery<Row> | undefined;
  if (!query) {
    query = build(placesOf(values)).compile(db);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(shape, query);
  }
  const { rows } = await db.executeQuery<Row>({
    ...query,
    parameters: query.parameters.map((one) => filled(one, values)),
  });
  return rows;
}

/** Whether a value is a parameter of its query. Flags and what is missing are not: they may decide what the query is. */
export function isParameter(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean';
}

function shapeOf(name: string, values: Values): string {
  let shape = name;
  for (const group in values) {
    const members = values[group] as Record<string, unknown>;
    for (const member in members) {
      const value = members[member];
      if (value !== undefined) shape += isParameter(value) ? ` ${group}.${member}` : ` ${group}.${member}=${value}`;
    }
  }
  return shape;
}

function placesOf<V extends Values>(values: V): V {
  const groups = Object.entries(values).map(([group, members]) => [
    group,
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, isParameter(value) ? new Place(group, name) : value]),
    ),
  ]);
  return Object.fromEntries(groups);
}

function filled(parameter: unknown, values: Values): unknown {
  if (parameter instanceof Place) return (values[parameter.group] as Record<string, unknown>)[parameter.name];
  return Array.isArray(parameter) ? parameter.map((one) => filled(one, values)) : parameter;
}
