import { listTerms } from './terms.ts';

/** What readers type, and the words that this site uses for it. Both may be phrases. */
const SYNONYMS: Record<string, string[]> = {
  'all items': ['paging'],
  'all pages': ['paging'],
  'all rows': ['paging'],
  alert: ['issue', 'finding'],
  auth: ['authentication', 'api key'],
  authorization: ['authentication', 'access'],
  backoff: ['retry'],
  bearer: ['authentication', 'api key'],
  bom: ['cyclonedx', 'bill of materials'],
  bot: ['agent'],
  callback: ['poll', 'webhook'],
  'ci cd': ['continuous integration'],
  concurrency: ['preventing lost updates'],
  container: ['docker', 'production'],
  credential: ['api key'],
  cypress: ['browser'],
  delta: ['updated_since'],
  deploy: ['production', 'docker'],
  docker: ['container', 'compose'],
  download: ['export'],
  endpoint: ['operation'],
  excel: ['export', 'csv'],
  exception: ['error'],
  fake: ['mock'],
  'github action': ['continuous integration', 'workflow'],
  helm: ['docker', 'production'],
  hook: ['react'],
  idempotent: ['idempotency'],
  incremental: ['updated_since'],
  'infinite scroll': ['paging', 'infinite query'],
  ingest: ['submit', 'upload'],
  java: ['openapi'],
  kubernetes: ['docker', 'production'],
  llm: ['model', 'interaction'],
  login: ['authentication', 'sign in'],
  multitenancy: ['tenancy', 'workspace'],
  notification: ['poll', 'webhook'],
  'next page': ['paging', 'cursor'],
  oauth: ['authentication'],
  offset: ['paging', 'page number'],
  openapi: ['contract'],
  'optimistic locking': ['preventing lost updates'],
  organization: ['tenant'],
  'page a list': ['paging'],
  paginate: ['paging'],
  pagination: ['paging'],
  password: ['api key'],
  permission: ['access'],
  pipeline: ['continuous integration'],
  polling: ['poll'],
  problem: ['error'],
  python: ['openapi'],
  'rate limiting': ['rate limit', 'quota'],
  rbac: ['access'],
  role: ['access'],
  rss: ['feed', 'changelog'],
  sbom: ['cyclonedx', 'bill of materials'],
  schedule: ['evaluation schedule'],
  sdk: ['typescript client'],
  stub: ['mock'],
  swagger: ['reference', 'contract'],
  sync: ['updated_since'],
  'tanstack query': ['react query'],
  throttle: ['rate limit', 'quota'],
  throttling: ['rate limit', 'quota'],
  token: ['api key'],
  'too many requests': ['rate limit', 'quota'],
  ui: ['console'],
  vulnerability: ['issue', 'finding'],
  webhook: ['poll'],
};

/** The table by its words in their indexed form, which differ from those of the table by endings. */
const byTerms = new Map(Object.entries(SYNONYMS).map(([phrase, others]) => [listTerms(phrase).join(' '), others]));

/** All words of the table's left side, which readers may mistype. */
export const SYNONYM_TERMS: readonly string[] = [...byTerms.keys()].flatMap((phrase) => phrase.split(' '));

/** The number of words of the longest phrase in the table. */
const MAX_WORDS = Math.max(...[...byTerms.keys()].map((phrase) => phrase.split(' ').length));

/** A part of a query: words that belong together, and phrases that mean the same. */
export interface QueryPart {
  terms: string[];
  synonyms: string[][];
}

/** Divides the words of a query into those that have synonyms, the longest phrases first, and single other words. */
export function divideQuery(terms: readonly string[]): QueryPart[] {
  const parts: QueryPart[] = [];
  for (let start = 0; start < terms.length; ) {
    let length = Math.min(MAX_WORDS, terms.length - start);
    while (length > 1 && !byTerms.has(terms.slice(start, start + length).join(' '))) length -= 1;
    const words = terms.slice(start, start + length);
    parts.push({ terms: words, synonyms: (byTerms.get(words.join(' ')) ?? []).map(listTerms) });
    start += length;
  }
  return parts;
}
