import { listTerms } from './terms.ts';

/** Words or phrases that readers type, and the terms that this site uses. */
const SYNONYMS: Record<string, string[]> = {
  alert: ['issue', 'finding'],
  'all items': ['paging'],
  'all pages': ['paging'],
  'all rows': ['paging'],
  assign: ['assignee', 'triage'],
  auth: ['authentication', 'api key'],
  authorization: ['authentication', 'access'],
  backoff: ['retry'],
  backup: ['back up and restore'],
  bearer: ['authentication', 'api key'],
  bom: ['cyclonedx', 'bill of materials'],
  bot: ['agent'],
  'breaking change': ['versioning and deprecation'],
  bug: ['issue', 'finding'],
  'bug in the code': ['from an issue to its source line'],
  bulk: ['many', 'batch'],
  callback: ['poll', 'webhook'],
  ci: ['continuous integration'],
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
  'environment variable': ['settings'],
  etag: ['preventing lost updates'],
  excel: ['export', 'csv'],
  exception: ['error'],
  'export csv': ['view exports'],
  'fail build': ['continuous integration'],
  fake: ['mock'],
  'false positive': ['suppress'],
  'get started': ['quick start'],
  'getting started': ['quick start'],
  'github action': ['in continuous integration', 'workflow'],
  gitlab: ['workflow'],
  'go client': ['openapi'],
  golang: ['openapi'],
  'health check': ['readyz'],
  helm: ['docker', 'production'],
  hook: ['react'],
  'idempotency key': ['idempotency'],
  idempotent: ['idempotency'],
  'if-match': ['preventing lost updates'],
  incremental: ['updated_since'],
  'infinite scroll': ['paging', 'infinite query'],
  ingest: ['submit', 'upload'],
  insomnia: ['openapi'],
  install: ['get the packages'],
  java: ['openapi'],
  'java client': ['openapi'],
  kubernetes: ['docker', 'production'],
  liveness: ['readyz'],
  llm: ['model', 'interaction'],
  logging: ['logs'],
  login: ['authentication', 'sign in'],
  multitenancy: ['tenancy', 'workspace'],
  'next page': ['paging', 'cursor'],
  notification: ['poll', 'webhook'],
  'npm install': ['get the packages'],
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
  php: ['openapi'],
  pipeline: ['continuous integration'],
  polling: ['poll'],
  postman: ['openapi'],
  probe: ['readyz'],
  problem: ['error'],
  python: ['openapi'],
  'python client': ['openapi'],
  'rate limiting': ['rate limit', 'quota'],
  quickstart: ['quick start'],
  rbac: ['access'],
  readiness: ['readyz'],
  role: ['access'],
  rotate: ['replace'],
  rss: ['feed', 'changelog'],
  ruby: ['openapi'],
  rust: ['openapi'],
  sbom: ['cyclonedx', 'bill of materials'],
  scaling: ['scale'],
  schedule: ['evaluation schedule'],
  sdk: ['typescript client'],
  storybook: ['msw'],
  stub: ['mock'],
  swagger: ['reference', 'contract'],
  sync: ['updated_since'],
  'tanstack query': ['react query'],
  'test my server': ['server conformance'],
  throttle: ['rate limit', 'quota'],
  throttling: ['rate limit', 'quota'],
  timeout: ['limit the time of a call'],
  token: ['api key'],
  'too many requests': ['rate limit', 'quota'],
  tutorial: ['quick start'],
  ui: ['console'],
  vulnerability: ['issue', 'finding'],
  webhook: ['poll'],
  whoami: ['current user'],
};

/** The synonyms by indexed form. */
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
