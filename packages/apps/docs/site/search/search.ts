/** The site's search: MiniSearch with singular forms, synonyms, typo correction and excerpts. */
import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { stemmer } from 'stemmer';
import { correct } from './correction.ts';
import type { SearchDocument } from './documents.ts';
import { cutExcerpt, type ExcerptPart } from './excerpt.ts';
import { divideQuery, type QueryPart, SYNONYM_TERMS } from './synonyms.ts';
import { listTerms, normalizeTerm, tokenize } from './terms.ts';

/** A matching document. */
export interface SearchResult extends SearchDocument {
  excerpt: ExcerptPart[];
}

/** The result of a query. */
export interface SearchOutcome {
  /** Up to 20 results, best first. */
  results: SearchResult[];
  /** The query with corrected typos; undefined if it has none. */
  corrected?: string;
}

const MAX_RESULTS = 20;

const FIELD_WEIGHTS = { title: 8, names: 4, parents: 2, text: 1 };

/** Synonyms and other forms of a word weigh less than the words that the reader typed. */
const SYNONYM_WEIGHT = 0.6;
const SYNONYM_FIELD_WEIGHTS = Object.fromEntries(
  Object.entries(FIELD_WEIGHTS).map(([field, weight]) => [field, weight * SYNONYM_WEIGHT]),
);

/** Guides weigh more, because they explain more than the reference. */
const KIND_WEIGHTS: Record<SearchDocument['kind'], number> = {
  Guide: 1.3,
  Operation: 1,
  Error: 0.8,
  Term: 0.9,
  Schema: 0.5,
};

/** How much more a page weighs than its sections. */
const PAGE_WEIGHT = 1.5;

/** How much more documents weigh that contain the words of the query in sequence. */
const PHRASE_WEIGHTS = { name: 20, wholeTitle: 4, title: 2, text: 1.5 };

/** A document with its title and text as sequences of words. */
interface Entry {
  /** Index of the document. */
  id: number;
  document: SearchDocument;
  title: string;
  text: string;
}

/**
 * Creates a search over documents.
 *
 * @returns the function that runs a query
 */
export function createSearch(documents: readonly SearchDocument[]): (query: string) => SearchOutcome {
  const entries = documents.map(
    (document, id): Entry => ({ id, document, title: toPhrase(document.title), text: toPhrase(document.text) }),
  );
  const vocabulary = new Set<string>();
  const index = new MiniSearch<Entry>({
    fields: Object.keys(FIELD_WEIGHTS),
    extractField: ({ id, document }, field) => {
      if (field === 'id') return String(id);
      const value = document[field as keyof SearchDocument];
      return typeof value === 'string' ? value : value.join(' ');
    },
    tokenize,
    processTerm: (word) => {
      const term = normalizeTerm(word);
      if (term !== null) vocabulary.add(term);
      return term;
    },
    searchOptions: { boost: FIELD_WEIGHTS, processTerm: normalizeTerm },
  });
  index.addAll(entries);
  const correctWords = new Set([...vocabulary, ...SYNONYM_TERMS]);
  const byStem = new Map<string, string[]>();
  for (const term of vocabulary) byStem.set(stemmer(term), [...(byStem.get(stemmer(term)) ?? []), term]);
  const listForms = (term: string) => (byStem.get(stemmer(term)) ?? []).filter((form) => form !== term);

  const isKnown = (term: string) => {
    if (vocabulary.has(term) || byStem.has(stemmer(term))) return true;
    for (const candidate of vocabulary) if (candidate.startsWith(term)) return true;
    return false;
  };

  return (query) => {
    const typed = query.trim();
    const terms = listTerms(typed);
    if (terms.length === 0) return { results: [] };
    const corrections = new Map(
      divideQuery(terms)
        .filter(({ synonyms }) => synonyms.length === 0)
        .flatMap((part) => part.terms)
        .filter((term) => !isKnown(term))
        .map((term) => [term, correct(term, correctWords)]),
    );
    const intended = terms.map((term) => corrections.get(term)?.[0] ?? term);
    const parts = divideQuery(intended);
    const phrase = intended.join(' ');
    const [whole] = parts.length === 1 ? parts : [];
    // The first synonym is the closest.
    const phrases = [phrase, ...(whole?.synonyms.slice(0, 1) ?? []).map((words) => words.join(' '))];
    const options: SearchOptions = {
      boostDocument: (id) => {
        const entry = entries[Number(id)];
        return entry ? weighDocument(entry.document) * weighPhrase(entry, typed, phrases) : 1;
      },
    };
    const queries = parts.map((part) => toQuery(part, listForms));
    const allWords = index.search({ combineWith: 'AND', queries }, options);
    const found = allWords.length > 0 ? allWords : index.search({ combineWith: 'OR', queries }, options);
    const results = found.slice(0, MAX_RESULTS).flatMap(({ id, match }) => {
      const document = entries[Number(id)]?.document;
      return document ? [{ ...document, excerpt: cutExcerpt(document.text, new Set(Object.keys(match))) }] : [];
    });
    const isCorrected = [...corrections.values()].some(([first]) => first !== undefined);
    return { results, ...(isCorrected && { corrected: phrase }) };
  };
}

/** Creates the query for a part: all its words in any form, or all words of a synonym. */
function toQuery({ terms, synonyms }: QueryPart, listForms: (term: string) => string[]): Query {
  return {
    combineWith: 'OR',
    queries: [
      {
        combineWith: 'AND',
        queries: terms.map(
          (term): Query => ({
            combineWith: 'OR',
            queries: [
              { prefix: term.length > 1, queries: [term] },
              { boost: SYNONYM_FIELD_WEIGHTS, queries: listForms(term) },
            ],
          }),
        ),
      },
      ...synonyms.map((words): Query => ({ combineWith: 'AND', boost: SYNONYM_FIELD_WEIGHTS, queries: words })),
    ],
  };
}

function weighDocument({ kind, parents }: SearchDocument): number {
  return KIND_WEIGHTS[kind] * (kind === 'Guide' && parents.length === 0 ? PAGE_WEIGHT : 1);
}

/** @param phrases the query, and a synonym of the whole query */
function weighPhrase({ document, title, text }: Entry, typed: string, phrases: readonly string[]): number {
  const [phrase = ''] = phrases;
  const lower = typed.toLowerCase();
  if (document.names.some((name) => name.toLowerCase() === lower)) return PHRASE_WEIGHTS.name;
  if (phrases.includes(title)) return PHRASE_WEIGHTS.wholeTitle;
  if (title.includes(phrase)) return PHRASE_WEIGHTS.title;
  return phrase.includes(' ') && text.includes(phrase) ? PHRASE_WEIGHTS.text : 1;
}

function toPhrase(text: string): string {
  return listTerms(text).join(' ');
}
