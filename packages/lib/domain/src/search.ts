/** The search over all types of records: which records a text finds, why, and in which order. */
import { compareText } from './text.ts';

/** The types of results, in the order of a search. */
export const SEARCHED_TYPES = [
  'agent',
  'model',
  'tool',
  'mcp_server',
  'asset',
  'issue',
  'rule',
  'evaluation',
  'view',
  'scan',
  'location',
] as const;

export type SearchedType = (typeof SEARCHED_TYPES)[number];

/** The types of objects. */
export type SearchedObject = Extract<SearchedType, 'agent' | 'model' | 'tool' | 'mcp_server' | 'asset' | 'location'>;

/** How a record matches, the best match first. */
export const SEARCH_MATCHES = ['exact', 'prefix', 'contains'] as const;

/** What a search reads of the records of a type. */
export interface SearchedProperties {
  id: string;
  name: string;
  /** The properties that are searched, in the order of `matched_fields`. Those of records with a name have it first. */
  searched: readonly string[];
  /** The properties that tell apart records with the same name, joined by a space. */
  context: readonly string[];
}

const searchObject = (context: string, ...searched: string[]): SearchedProperties => ({
  id: 'aispm_object_id',
  name: 'aispm_friendly_name',
  searched: ['aispm_friendly_name', ...searched, 'owners'],
  context: [context],
});

/** What a search reads, by type. */
export const SEARCHED_PROPERTIES: Readonly<Record<SearchedType, SearchedProperties>> = {
  agent: searchObject('entry_point'),
  model: searchObject('model_name', 'model_name'),
  tool: searchObject('tool_name', 'tool_name'),
  mcp_server: searchObject('server_name', 'server_name'),
  asset: {
    id: 'asset_id',
    name: 'asset_name',
    searched: ['asset_name', 'repository_url', 'owner'],
    context: ['repository_url'],
  },
  issue: { id: 'issue_id', name: 'rule_name', searched: ['rule_name', 'rule_id'], context: ['rule_id'] },
  rule: { id: 'rule_id', name: 'rule_name', searched: ['rule_name', 'rule_id'], context: ['rule_id'] },
  evaluation: { id: 'id', name: 'name', searched: ['name'], context: [] },
  view: { id: 'id', name: 'name', searched: ['name'], context: ['entity'] },
  // The targets of scans are those of their assets, and one of them can have thousands of scans.
  scan: { id: 'scan_id', name: 'target', searched: [], context: ['branch'] },
  location: {
    id: 'location_id',
    name: 'aispm_friendly_name',
    searched: ['aispm_friendly_name', 'file_path', 'repository_url'],
    context: ['repository_url', 'file_path'],
  },
};

/** A record that a search has found. */
export interface FoundRecord {
  result_type: SearchedType;
  id: string;
  name: string;
  /** Tells apart records with the same name; null when there is nothing that does. */
  context: string | null;
  match: (typeof SEARCH_MATCHES)[number];
  /** The properties that contain one of the words, and the identifier if it equals the text. */
  matched_fields: string[];
}

/** A text that is searched for. */
export interface SearchText {
  /** Its words, separated by one space. */
  text: string;
  /** Its different words; none for a text without words. */
  words: string[];
}

/** Splits a text into words, at white space. */
export function readSearchText(query: string): SearchText {
  const words = query.split(/\s+/).filter(Boolean);
  return { text: words.join(' '), words: [...new Set(words)] };
}

/**
 * Returns what a text finds in a record; undefined when it doesn't find it. It does if each word is in one of the searched properties,
 * in any order and case, or if the text is the identifier.
 */
export function findInRecord(
  type: SearchedType,
  record: Readonly<Record<string, unknown>>,
  { text, words }: SearchText,
): FoundRecord | undefined {
  const { id, name, searched, context } = SEARCHED_PROPERTIES[type];
  const folded = words.map(fold);
  const texts = searched.map((field) => ({ field, values: listTexts(record[field]).map(fold) }));
  const contains = (values: readonly string[], word: string) => values.some((value) => value.includes(word));
  const isIdentifier = words.length > 0 && record[id] === text;
  const isFound =
    words.length > 0 && texts.length > 0 && folded.every((word) => texts.some(({ values }) => contains(values, word)));
  if (!isIdentifier && !isFound) return undefined;
  const fields = texts.filter(({ values }) => folded.some((word) => contains(values, word))).map(({ field }) => field);
  const named = searched.includes(name) ? fold(String(record[name])) : '';
  const whole = fold(text);
  return {
    result_type: type,
    id: String(record[id]),
    name: String(record[name]),
    context: context.flatMap((field) => listTexts(record[field])).join(' ') || null,
    match: isIdentifier || named === whole ? 'exact' : named.startsWith(whole) ? 'prefix' : 'contains',
    matched_fields: isIdentifier ? [...new Set([...fields, id])] : fields,
  };
}

/** Compares two results: the better match first, then by type, in the order of {@link SEARCHED_TYPES}, and by identifier. */
export function compareFound(a: FoundRecord, b: FoundRecord): number {
  return (
    SEARCH_MATCHES.indexOf(a.match) - SEARCH_MATCHES.indexOf(b.match) ||
    SEARCHED_TYPES.indexOf(a.result_type) - SEARCHED_TYPES.indexOf(b.result_type) ||
    compareText(a.id, b.id)
  );
}

/** Upper and lower case are equal; accents are not. */
function fold(text: string): string {
  return text.toLowerCase();
}

/** Returns the texts of a property that may be a list or missing. */
function listTexts(value: unknown): string[] {
  return [value].flat().filter((text): text is string => typeof text === 'string');
}
