/** Results of the search, with the built site's documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getContractOperation, listContractOperations, readContract } from '../build/contract.ts';
import { operationPath } from '../build/reference-links.ts';
import { listSiteAnchors } from '../build/site-anchors.ts';
import { correct, countErrors } from '../site/search/correction.ts';
import type { SearchDocument } from '../site/search/documents.ts';
import { cutExcerpt } from '../site/search/excerpt.ts';
import { createSearch } from '../site/search/search.ts';

const contract = readContract();
const dist = join(import.meta.dirname, '../dist');
const documents: SearchDocument[] = JSON.parse(readFileSync(join(dist, 'search.json'), 'utf8'));
const search = createSearch(documents);
const operation = (operationId: string) => operationPath(getContractOperation(contract, operationId));
const findFirst = (query: string) => search(query).results[0]?.url;

/** Queries, and the URL of the first result. */
const QUERIES: [query: string, url: string][] = [
  // The site's terms
  ['rate limit', 'guides/errors.html#rate-limits'],
  ['paging', 'guides/paging.html'],
  ['mock', 'guides/mock.html'],
  ['console', 'guides/console.html'],
  ['react', 'guides/react.html'],
  ['idempotency', 'guides/errors.html#idempotency'],
  ['architecture', 'guides/architecture.html'],
  ['glossary', 'guides/glossary.html'],
  ['changelog', 'guides/changelog.html'],
  ['evaluation run', 'guides/evaluation-runs.html'],
  ['object graph', 'guides/object-graph.html'],
  ['retries', 'guides/errors.html'],
  ['api key', 'guides/authentication.html#api-keys'],
  ['list issues', operation('listIssues')],
  ['submit a scan', operation('submitScan')],
  // Synonyms
  ['pagination', 'guides/paging.html'],
  ['next page', 'guides/paging.html'],
  ['page a list', 'guides/paging.html'],
  ['how to page a list', 'guides/paging.html'],
  ['docker', 'guides/production.html#containers'],
  ['webhook', 'guides/webhooks.html'],
  ['auth', 'guides/authentication.html'],
  ['bearer token', 'guides/authentication.html#api-keys'],
  ['throttling', 'guides/errors.html#rate-limits'],
  ['too many requests', 'guides/errors.html#rate-limits'],
  ['swagger', 'reference.html'],
  ['sdk', 'guides/typescript-client.html'],
  ['hooks for react', 'guides/react.html'],
  ['stub', 'guides/mock.html'],
  ['optimistic locking', 'guides/errors.html#idempotency'],
  ['rss', 'guides/changelog.html'],
  ['idempotent', 'guides/errors.html#idempotency'],
  ['list all items', 'guides/paging.html'],
  ['openapi', 'reference.html'],
  ['python', 'guides/other-languages.html#python'],
  ['rotate key', 'reference/rotateApiKey.html'],
  ['install', 'guides/install.html'],
  ['npm install', 'guides/install.html'],
  ['backup', 'guides/production.html#backup'],
  ['scaling', 'guides/production.html#scale'],
  ['health check', 'guides/production.html#start'],
  ['readiness probe', 'guides/production.html#start'],
  ['environment variables', 'guides/production.html#settings'],
  ['logging', 'guides/production.html#logs'],
  ['gitlab ci', 'guides/scan-a-repository.html#ci'],
  ['github actions', 'guides/scan-a-repository.html#ci'],
  ['fail the build', 'guides/scan-a-repository.html#ci'],
  ['langchain', 'guides/scan-a-repository.html#frameworks'],
  ['false positive', 'guides/cookbook.html#suppress'],
  ['assign issue', 'guides/console.html#issues'],
  ['bulk update', 'guides/cookbook.html#bulk'],
  ['change owners of many objects', 'guides/cookbook.html#bulk-owners'],
  ['search all types', operation('listSearchResults')],
  ['what changed since last week', 'guides/cookbook.html#changes'],
  ['switch off a rule', 'guides/cookbook.html#rule-settings'],
  ['disable a rule', operation('updateRule')],
  ['export csv', 'guides/view-export.html'],
  ['idempotency key', 'guides/errors.html#idempotency'],
  ['etag', 'guides/errors.html#idempotency'],
  ['if-match', 'guides/errors.html#idempotency'],
  ['cursor expired', 'guides/paging.html'],
  ['timeout', 'guides/cookbook.html#timeout'],
  ['breaking changes', 'guides/versioning.html'],
  ['bug in the code', 'guides/issue-to-code.html'],
  ['openapi download', 'reference.html'],
  ['postman', 'reference.html'],
  ['python client', 'guides/other-languages.html#python'],
  ['storybook', 'guides/mock.html#msw'],
  ['quickstart', 'guides/quick-start.html'],
  ['get started', 'guides/quick-start.html'],
  ['test my server', 'guides/conformance.html'],
  ['openapi.yaml', 'reference.html'],
  ['whoami', operation('getCurrentUser')],
  // The status of a response
  ['409', 'guides/error-reasons.html#status-409'],
  ['HTTP 404', 'guides/error-reasons.html#status-404'],
  ['status 429', 'guides/error-reasons.html#status-429'],
  ['error 403', 'guides/error-reasons.html#status-403'],
  ['conflict', 'guides/error-reasons.html#status-409'],
  // Typos
  ['agnets', operation('listAgents')],
  ['pagintaion', 'guides/paging.html'],
  ['authentcation', 'guides/authentication.html'],
  ['webhok', 'guides/webhooks.html'],
  ['rate limt', 'guides/errors.html#rate-limits'],
  ['supress issue', 'guides/cookbook.html#suppress'],
  // Names
  ['getAgent', operation('getAgent')],
  ['getagent', operation('getAgent')],
  ['invalid_cursor', 'guides/error-reasons.html#invalid-cursor'],
  ['rate_limit_exceeded', 'guides/error-reasons.html#rate-limit-exceeded'],
  ['occurrence', 'guides/glossary.html#term-occurrence'],
];

describe('the search', () => {
  it.each(QUERIES)('finds for "%s" %s first', (query, url) => {
    expect(findFirst(query)).toBe(url);
  });

  it('finds every operation first by its ID, and by its method and path', () => {
    const failed = listContractOperations(contract).filter((candidate) => {
      const queries = [candidate.operationId, `${candidate.method.toUpperCase()} ${candidate.path}`];
      return queries.some((query) => findFirst(query) !== operationPath(candidate));
    });
    expect(failed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has guides, operations, schemas, errors and terms with existing URLs', () => {
    const anchors = new Set(listSiteAnchors(dist));
    expect(new Set(documents.map(({ kind }) => kind))).toEqual(
      new Set(['Guide', 'Operation', 'Schema', 'Error', 'Term']),
    );
    expect(documents.filter(({ url }) => !anchors.has(url)).map(({ url }) => url)).toEqual([]);
  });

  it('shows an excerpt with the words of the query', () => {
    const [first] = search('webhook').results;
    const matches = first?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text);
    expect(matches).toContain('webhook');
    expect(first?.excerpt.map(({ text }) => text).join('').length).toBeLessThan(250);
  });

  it('returns the corrected query', () => {
    expect(search('agnets').corrected).toBe('agent');
    expect(search('agents').corrected).toBeUndefined();
  });

  it('finds nothing for unknown words and stop words', () => {
    expect(search('xylophone').results).toEqual([]);
    expect(search('the').results).toEqual([]);
    expect(search(' ').results).toEqual([]);
  });
});

describe('typo correction', () => {
  it('counts swapped letters as one typo', () => {
    expect(countErrors('agnet', 'agent')).toBe(1);
    expect(countErrors('agnet', 'asset')).toBe(2);
    expect(countErrors('', 'abc')).toBe(3);
    expect(countErrors('kitten', 'sitting')).toBe(3);
  });

  it('returns the closest words, but none that differ too much', () => {
    expect(correct('agnet', ['asset', 'agent', 'event'])).toEqual(['agent']);
    expect(correct('xml', ['csv', 'xsl'])).toEqual([]);
    expect(correct('xylophone', ['telephone'])).toEqual([]);
  });
});

describe('an excerpt', () => {
  it('is the start of a text without matches, up to a whole word', () => {
    const text = 'word '.repeat(100).trim();
    const [first, last] = cutExcerpt(text, new Set());
    expect(text.startsWith(first?.text ?? '?')).toBe(true);
    expect(last).toEqual({ text: ' …', isMatch: false });
  });

  it('contains a match far from the start', () => {
    const text = `${'word '.repeat(100)}quota ${'word '.repeat(100)}`;
    const parts = cutExcerpt(text, new Set(['quota']));
    expect(parts.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'quota', isMatch: true }]);
    expect(parts[0]?.text).toBe('… ');
  });
});
