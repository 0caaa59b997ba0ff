/**
 * Searches records of all types. The work for a page is limited, whatever the text is: objects are looked up by terms if these find few of
 * them. Otherwise many match, and they are read in the order of the results, up to a number of objects.
 */
import { SEARCH_MATCHES, type SearchedObject, type SearchedType, type SearchText } from '@aispm/domain';
import type { SearchResult } from '@aispm/types';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { anyOf, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { comparePositions, type Position, RANKS, START, typeIndex } from './position.ts';
import { type FoundRow, isObject, type SearchTerms, selectFound, toTerms } from './rows.ts';

/** Numbers of objects that a page may read. */
export interface SearchLimits {
  /** Maximum number of objects that are read by their identifiers. If more may match, they are read in order. */
  found: number;
  /** Maximum number of objects that are read in order. */
  read: number;
  /** Number of objects of a type to read in order before searching by terms: they contain a page if many match. */
  beginning: number;
}

const LIMITS: SearchLimits = { found: 1_000, read: 20_000, beginning: 200 };

/** A text, and the part of its results to return. */
export interface SearchRequest {
  text: SearchText;
  types: readonly SearchedType[];
  /** Default: the first page. */
  after?: Position | undefined;
  limit: number;
}

/** A page of results. */
export interface FoundPage {
  items: SearchResult[];
  /** Where the next page starts; undefined after the last one. */
  next?: Position | undefined;
}

/** Returns the results after a position. */
export async function search(
  db: Db,
  scope: Workspace,
  request: SearchRequest,
  limits: SearchLimits = LIMITS,
): Promise<FoundPage> {
  const { types, limit } = request;
  const reader = new Reader(db, scope, request, limits);
  const { rows, end } = await reader.read(types);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map(toResult), next: last ? toPosition(last) : end };
}

/** Rows in the order of results. */
interface Rows {
  rows: FoundRow[];
  /** The last object that was read, if there are more of them; no row is after it. */
  end?: Position | undefined;
}

/** Reads results. */
class Reader {
  readonly #db: Db;
  readonly #scope: Workspace;
  readonly #text: SearchText;
  readonly #terms: SearchTerms;
  readonly #after: Position;
  readonly #limit: number;
  readonly #limits: SearchLimits;
  /** The objects that may still be read in order. */
  #budget: number;

  constructor(db: Db, scope: Workspace, { text, after = START, limit }: SearchRequest, limits: SearchLimits) {
    this.#db = db;
    this.#scope = scope;
    this.#text = text;
    this.#terms = toTerms(text);
    this.#after = after;
    // One more shows whether there is another page.
    this.#limit = limit + 1;
    this.#limits = limits;
    this.#budget = limits.read;
  }

  /** Reads the first results of some types. */
  async read(types: readonly SearchedType[]): Promise<Rows> {
    const objects = types.filter(isObject);
    const others = types.filter((type) => !isObject(type));
    const found = objects.length > 0 ? await this.#readObjects(objects) : { rows: [] };
    const rows = [...found.rows, ...(await this.#select(others, {}))].sort(compareRows);
    const { end } = found;
    const known = end ? rows.filter((row) => comparePositions(toPosition(row), end) <= 0) : rows;
    return { rows: known.slice(0, this.#limit), end };
  }

  async #readObjects(types: readonly SearchedObject[]): Promise<Rows> {
    const ids = await this.#findFew(types);
    if (ids === undefined) return this.#readManyObjects(types);
    // The name of the table refers to these objects, which are then read once, and not for each type.
    const objects = sql`WITH objects AS MATERIALIZED (
      SELECT * FROM objects WHERE ${inWorkspace('objects', this.#scope)} AND ${hasId([...ids, this.#text.text])})`;
    return { rows: (await this.#select(types, {}, objects)).slice(0, this.#limit) };
  }

  /** Reads objects by rank and type, in the order of results, until there are enough, or too many were read. */
  async #readManyObjects(types: readonly SearchedObject[]): Promise<Rows> {
    const rows: FoundRow[] = [];
    for (const rank of RANKS) {
      for (const type of types) {
        const stage = { rank, type: typeIndex(type), id: '' };
        if (comparePositions(stage, { ...this.#after, id: '' }) < 0) continue;
        const part = await this.#readStage(type, rank, this.#limit - rows.length);
        rows.push(...part.rows);
        if (part.end || rows.length >= this.#limit) return { rows, end: part.end };
      }
    }
    return { rows };
  }

  /** Reads the objects of a type with a rank. */
  async #readStage(type: SearchedObject, rank: number, limit: number): Promise<Rows> {
    if (rank === 0) return { rows: await this.#readExact(type, limit) };
    const beginning = await this.#readInOrder(type, rank, limit, this.#limits.beginning);
    if (!beginning.end || beginning.rows.length >= limit) return { rows: beginning.rows };
    const ids = rank === 1 ? await this.#findPrefixed(type) : await this.#findFew([type]);
    if (ids) return { rows: await this.#select([type], { rank, where: hasId(ids), limit }) };
    const found = await this.#readInOrder(type, rank, limit, this.#budget);
    this.#budget = 0;
    return found.rows.length >= limit ? { rows: found.rows } : found;
  }

  /** Reads the objects with the name, or the identifier. */
  async #readExact(type: SearchedObject, limit: number): Promise<FoundRow[]> {
    const isNamed = sql<SqlBool>`objects.name_order = ${this.#terms.folded}`;
    const named = await this.#select([type], { rank: 0, where: isNamed, limit });
    const identified = await this.#select([type], { rank: 0, where: hasId([this.#text.text]), limit });
    const rows = new Map([...named, ...identified].map((row) => [row.id, row]));
    return [...rows.values()].sort(compareRows).slice(0, limit);
  }

  /** Reads objects of a type in the order of their identifiers, up to a number of them. */
  async #readInOrder(type: SearchedObject, rank: number, limit: number, count: number): Promise<Rows> {
    const { rank: afterRank, type: afterType, id } = this.#after;
    const start = afterRank === rank && afterType === typeIndex(type) ? id : '';
    const { rows: ends } = await sql<{ id: string }>`
      SELECT aispm_object_id AS id FROM objects
      WHERE ${inWorkspace('objects', this.#scope)} AND object_type = ${sql.lit(type)} AND aispm_object_id > ${start}
      ORDER BY aispm_object_id OFFSET ${sql.lit(Math.max(count - 1, 0))} LIMIT 1`.execute(this.#db);
    const end = count > 0 ? ends[0]?.id : start;
    const where = end === undefined ? sql<SqlBool>`true` : sql<SqlBool>`objects.aispm_object_id <= ${end}`;
    const rows = await this.#select([type], { rank, where, limit });
    return { rows, end: end === undefined ? undefined : { rank, type: typeIndex(type), id: end } };
  }

  /** Returns the objects whose name starts with the text; undefined if there are many. */
  async #findPrefixed(type: SearchedObject): Promise<string[] | undefined> {
    const { folded } = this.#terms;
    const { rows } = await sql<{ id: string }>`
      SELECT aispm_object_id AS id FROM objects
      WHERE ${inWorkspace('objects', this.#scope)} AND object_type = ${sql.lit(type)}
        AND name_order >= ${folded} AND name_order < ${folded} || chr(1114111)
      ORDER BY name_order, aispm_object_id LIMIT ${sql.lit(this.#limits.found + 1)}`.execute(this.#db);
    return this.#toFew(rows);
  }

  /** Returns the objects that may contain all words; undefined if there are many. */
  async #findFew(types: readonly SearchedObject[]): Promise<string[] | undefined> {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM aispm_search_objects(${this.#text.words}::text[], ${types}::text[], ${sql.lit(this.#limits.found + 1)}) AS found (id)`.execute(
      this.#db,
    );
    return this.#toFew(rows);
  }

  #toFew(rows: readonly { id: string }[]): string[] | undefined {
    return rows.length > this.#limits.found ? undefined : rows.map(({ id }) => id);
  }

  /** Reads the results of some types, in their order. @param before common table expressions */
  async #select(
    types: readonly SearchedType[],
    range: { rank?: number; where?: RawBuilder<SqlBool>; limit?: number },
    before: RawBuilder<unknown> = sql``,
  ): Promise<FoundRow[]> {
    if (types.length === 0) return [];
    const queries = types.map(
      (type) =>
        sql`(${selectFound(type, this.#scope, this.#terms, { limit: this.#limit, ...range, after: this.#after })})`,
    );
    const { rows } = await sql<FoundRow>`${before} ${sql.join(queries, sql` UNION ALL `)}`.execute(this.#db);
    return rows.sort(compareRows);
  }
}

/** The object has one of the identifiers. */
function hasId(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql`objects.aispm_object_id = ${anyOf(ids)}`;
}

function toPosition({ rank, result_type, id }: FoundRow): Position {
  return { rank, type: typeIndex(result_type), id };
}

function compareRows(a: FoundRow, b: FoundRow): number {
  return comparePositions(toPosition(a), toPosition(b));
}

function toResult({ rank, ...row }: FoundRow): SearchResult {
  return {
    result_type: row.result_type,
    id: row.id,
    name: row.name,
    context: row.context,
    match: SEARCH_MATCHES[rank] ?? 'contains',
    matched_fields: row.matched_fields,
  };
}
