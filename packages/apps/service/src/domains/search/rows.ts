/** The rows that a search reads, as SQL: of objects, and of the other records, which are few in each workspace. */
import { SEARCHED_PROPERTIES, type SearchedObject, type SearchedType, type SearchText } from '@aispm/domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inSameWorkspace, inWorkspace, type Workspace } from '../../platform/database/rows.ts';
import { comparePositions, type Position, typeIndex } from './position.ts';

/** Separates searched texts. Words contain no white space, and so none of them is in two texts. */
const SEPARATOR = sql`chr(10)`;

/** The parameters of a search as SQL. */
export interface SearchTerms {
  /** The text in lower case. The database folds it, as it does the names. */
  folded: RawBuilder<string>;
  /** Patterns of `LIKE` for all words. */
  patterns: RawBuilder<string[]>;
  text: string;
}

/** Returns the parameters of a search. */
export function toTerms({ text, words }: SearchText): SearchTerms {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return {
    text,
    folded: sql<string>`(SELECT lower(${text}::text COLLATE "default") COLLATE "C")`,
    patterns: sql<string[]>`(SELECT array_agg(lower(pattern COLLATE "default") COLLATE "C")
      FROM unnest(${patterns}::text[]) AS pattern)::text[]`,
  };
}

/** The columns and expressions of a type's records. */
interface Source {
  table: string;
  id: string;
  name: RawBuilder<string>;
  /** The name in lower case. */
  folded: RawBuilder<string>;
  /** Every searched property, in the order of the contract. */
  texts: readonly RawBuilder<string | null>[];
  context: RawBuilder<string | null>;
}

const detail = (name: string) => sql<string | null>`objects.details ->> ${sql.lit(name)}`;

const OWNERS = sql<string | null>`(SELECT string_agg(owner, ${SEPARATOR}) FROM jsonb_array_elements_text(
  CASE jsonb_typeof(objects.owners) WHEN 'array' THEN objects.owners WHEN 'string' THEN jsonb_build_array(objects.owners) ELSE '[]' END
) AS owner)`;

const FRIENDLY = sql<string>`objects.aispm_friendly_name`;
const TECHNICAL = sql<string | null>`objects.technical_name`;
const REPOSITORY = detail('repository_url');

function objectSource(context: RawBuilder<string | null>, ...texts: RawBuilder<string | null>[]): Source {
  return {
    table: 'objects',
    id: 'objects.aispm_object_id',
    name: FRIENDLY,
    folded: sql`objects.name_order`,
    texts: [FRIENDLY, ...texts],
    context,
  };
}

function namedSource(
  table: string,
  id: string,
  name: string,
  context: RawBuilder<string | null>,
  ...texts: RawBuilder<string | null>[]
): Source {
  return {
    table,
    id: `${table}.${id}`,
    name: sql.ref(`${table}.${name}`),
    folded: sql.ref(`${table}.name_order`),
    texts: [sql.ref(`${table}.${name}`), ...texts],
    context,
  };
}

const NONE = sql<string | null>`NULL::text`;
const RULE_ID = sql<string>`rules.rule_id`;

const SOURCES: Record<SearchedType, Source> = {
  agent: objectSource(detail('entry_point'), OWNERS),
  model: objectSource(TECHNICAL, TECHNICAL, OWNERS),
  tool: objectSource(TECHNICAL, TECHNICAL, OWNERS),
  mcp_server: objectSource(TECHNICAL, TECHNICAL, OWNERS),
  asset: objectSource(REPOSITORY, REPOSITORY, OWNERS),
  location: objectSource(
    sql`nullif(concat_ws(' ', ${REPOSITORY}, ${detail('file_path')}), '')`,
    detail('file_path'),
    REPOSITORY,
  ),
  issue: { ...namedSource('rules', 'rule_id', 'rule_name', RULE_ID, RULE_ID), table: 'issues', id: 'issues.issue_id' },
  rule: namedSource('rules', 'rule_id', 'rule_name', RULE_ID, RULE_ID),
  evaluation: namedSource('evaluations', 'id', 'name', NONE),
  view: namedSource('views', 'id', 'name', sql`views.entity`),
  scan: {
    table: 'scans',
    id: 'scans.scan_id',
    name: sql`scans.target`,
    folded: sql`''`,
    texts: [],
    context: sql`scans.branch`,
  },
};

const OBJECT_TYPES: readonly string[] = [
  'agent',
  'model',
  'tool',
  'mcp_server',
  'asset',
  'location',
] satisfies SearchedObject[];

/** Returns whether records of a type are in the table of objects, of which there can be many. */
export function isObject(type: SearchedType): type is SearchedObject {
  return OBJECT_TYPES.includes(type);
}

/** A row of a result. */
export interface FoundRow {
  result_type: SearchedType;
  id: string;
  name: string;
  context: string | null;
  rank: number;
  matched_fields: string[];
}

/** Which rows of a type are read. */
export interface RowRange {
  /** Only rows of this rank, as an index or a condition finds them. */
  rank?: number;
  /** Additional condition on the rows. */
  where?: RawBuilder<SqlBool>;
  /** Only results after this position. */
  after: Position;
  limit: number;
}

/** Returns a query of the results of one type, in their order. */
export function selectFound(
  type: SearchedType,
  scope: Workspace,
  terms: SearchTerms,
  { rank: onlyRank, where = sql`true`, after, limit }: RowRange,
): RawBuilder<FoundRow> {
  const { table, id, name, folded, texts, context } = SOURCES[type];
  const { searched, id: idField } = SEARCHED_PROPERTIES[type];
  const idColumn = sql.ref(id);
  const isIdentifier = sql<SqlBool>`${idColumn} = ${terms.text}`;
  const rank = sql<number>`CASE WHEN ${isIdentifier} OR ${folded} = ${terms.folded} THEN 0
    WHEN starts_with(${folded}, ${terms.folded}) THEN 1 ELSE 2 END`;
  const isNamed = texts.length > 0;
  const all = isNamed ? foldTexts(texts) : sql`''`;
  const contains = sql<SqlBool>`${all} LIKE ALL (${terms.patterns})`;
  const fields = sql`array_remove(ARRAY[${sql.join([
    ...texts.map(
      (text, index) =>
        sql`CASE WHEN ${foldTexts([text])} LIKE ANY (${terms.patterns}) THEN ${sql.lit(searched[index])} END`,
    ),
    ...(searched.includes(idField) ? [] : [sql`CASE WHEN ${isIdentifier} THEN ${sql.lit(idField)} END`]),
  ])}]::text[], NULL)`;
  // Within a rank, the results of a type are ordered by identifier; between ranks, all of them come before or after a position.
  const isAfter = sql<SqlBool>`(${rank}, ${sql.lit(typeIndex(type))}, ${idColumn}) > (${after.rank}::integer, ${after.type}::integer, ${after.id}::text COLLATE "C")`;
  const afterId =
    onlyRank === undefined
      ? isAfter
      : comparePositions({ rank: onlyRank, type: typeIndex(type), id: '' }, { ...after, id: '' }) === 0
        ? sql`${idColumn} > ${after.id}`
        : sql`true`;
  return sql<FoundRow>`
    SELECT ${sql.lit(type)} AS result_type, ${idColumn} AS id, ${name} AS name, ${context} AS context, ${rank} AS rank, ${fields} AS matched_fields
    FROM ${from(type)}
    WHERE ${inWorkspace(table, scope)}
      ${isObject(type) ? sql`AND objects.object_type = ${sql.lit(type)} AND objects.lifecycle_status <> 'deleted'` : sql``}
      AND ${isNamed ? sql`(${contains} OR ${isIdentifier})` : isIdentifier}
      ${onlyRank === undefined ? sql`` : sql`AND ${rank} = ${sql.lit(onlyRank)}`}
      AND ${where} AND ${afterId}
    ORDER BY ${onlyRank === undefined ? sql`rank, ` : sql``}${idColumn} LIMIT ${sql.lit(limit)}`;
}

function from(type: SearchedType): RawBuilder<unknown> {
  if (type !== 'issue') return sql.table(SOURCES[type].table);
  return sql`issues JOIN rules ON ${inSameWorkspace('rules', 'issues')} AND rules.rule_id = issues.rule_id`;
}

/** Returns texts as one text in lower case. Only the default collation of the database knows the case of all letters. */
function foldTexts(texts: readonly RawBuilder<string | null>[]): RawBuilder<string> {
  return sql`lower(concat_ws(${SEPARATOR}, ${sql.join(texts)}) COLLATE "default") COLLATE "C"`;
}
