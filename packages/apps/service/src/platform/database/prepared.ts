/** Builds and compiles queries once, because building them costs more than anything else in a short request. */
import type { CompiledQuery } from 'kysely';
import type { Db } from './dialect.ts';

/** Values in groups, such as the scope and the path of a request. */
type Values = Readonly<Record<string, object>>;

/** A query that can be compiled. */
export interface Query<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** A placeholder, which a value replaces when the compiled query runs. */
class Placeholder {
  readonly group: string;
  readonly name: string;

  constructor(group: string, name: string) {
    this.group = group;
    this.name = name;
  }
}

/**
 * Maximum number of compiled queries. When it's exceeded, the cache is cleared, so rare requests don't displace frequent ones
 * forever.
 */
const MAX_COMPILED = 1_000;

const compiled = new Map<string, CompiledQuery>();

/**
 * Runs a query whose text is the same for all values. Only flags and missing values may change it.
 *
 * @param name distinguishes queries with the same values
 * @param build builds the query; strings, numbers and lists among the values are placeholders, which can only be used as
 * parameters
 * @returns the rows
 */
export async function runPrepared<V extends Values, Row>(
  db: Db,
  name: string,
  values: V,
  build: (values: V) => Query<Row>,
): Promise<Row[]> {
  const key = cacheKey(name, values);
  let query = compiled.get(key) as CompiledQuery<Row> | undefined;
  if (!query) {
    query = build(toPlaceholders(values)).compile(db);
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(key, query);
  }
  const { rows } = await db.executeQuery<Row>({
    ...query,
    parameters: query.parameters.map((parameter) => replacePlaceholders(parameter, values)),
  });
  return rows;
}

/**
 * Returns whether a value is a parameter of its query. Flags and missing values aren't, because they may determine the query's
 * text.
 */
export function isParameter(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean';
}

function cacheKey(name: string, values: Values): string {
  let key = name;
  for (const group in values) {
    const fields = values[group] as Record<string, unknown>;
    for (const field in fields) {
      const value = fields[field];
      if (value !== undefined) key += isParameter(value) ? ` ${group}.${field}` : ` ${group}.${field}=${value}`;
    }
  }
  return key;
}

function toPlaceholders<V extends Values>(values: V): V {
  const groups = Object.entries(values).map(([group, fields]) => [
    group,
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, isParameter(value) ? new Placeholder(group, name) : value]),
    ),
  ]);
  return Object.fromEntries(groups);
}

function replacePlaceholders(parameter: unknown, values: Values): unknown {
  if (parameter instanceof Placeholder) {
    return (values[parameter.group] as Record<string, unknown>)[parameter.name];
  }
  return Array.isArray(parameter) ? parameter.map((item) => replacePlaceholders(item, values)) : parameter;
}
