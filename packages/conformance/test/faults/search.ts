/** Faults in the search over all types of records. */
import { expect } from 'vitest';
import { SCOPE } from '../exchange.ts';
import { changeRequests, changeResponses, type InjectedFault, withoutQuery } from './interceptors.ts';

const SEARCH = `/search-results${SCOPE}`;
const RESULTS = new RegExp(`^GET ${SEARCH}$`);

type Result = { result_type: string; match: string; matched_fields: string[] };

/** Changes the results of searches. */
const changeResults = (edit: (items: Result[]) => Result[]) =>
  changeResponses(RESULTS, ({ body }) => {
    if (body.items) body.items = edit(body.items);
  });

/** Changes the texts of searches. */
const changeTexts = (edit: (text: string) => string) =>
  changeRequests(
    ({ path, query }) => path === SEARCH && query.has('query'),
    (request) => {
      const query = new URLSearchParams(request.query);
      query.set('query', edit(query.get('query') ?? ''));
      return { ...request, query };
    },
  );

const check = 'search';
const operation = 'listSearchResults';

export const searchFaults: InjectedFault[] = [
  {
    name: 'finds any of the words of a text',
    check,
    operation,
    interceptor: changeTexts((text) => text.split(/\s+/)[0] ?? ''),
    violation: { part: 'body', pointer: '/items' },
  },
  {
    name: 'finds no tools',
    check,
    operation,
    interceptor: changeResults((items) => items.filter(({ result_type }) => result_type !== 'tool')),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('the tool') },
  },
  {
    name: 'finds records only by their names',
    check,
    operation,
    interceptor: changeResults((items) => items.filter(({ matched_fields: [field] }) => /name$/.test(field ?? ''))),
    violation: { part: 'body', pointer: '/items' },
  },
  {
    name: 'finds no scan by its identifier',
    check,
    operation,
    interceptor: changeResults((items) => items.filter(({ result_type }) => result_type !== 'scan')),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('the scan') },
  },
  {
    name: 'calls every match exact',
    check,
    operation,
    interceptor: changeResults((items) => items.map((item) => ({ ...item, match: 'exact' }))),
    violation: { part: 'body', pointer: '/items' },
  },
  {
    name: 'names one property of several that match',
    check,
    operation,
    interceptor: changeResults((items) =>
      items.map((item) => ({ ...item, matched_fields: item.matched_fields.slice(0, 1) })),
    ),
    violation: { part: 'body', pointer: '/items' },
  },
  {
    name: 'searches for words in the order of the text only',
    check,
    operation,
    interceptor: changeRequests(
      ({ path, query }) => path === SEARCH && /[A-Z]\s\s[A-Z]/.test(query.get('query') ?? ''),
      (request) => {
        const query = new URLSearchParams(request.query);
        query.set('query', 'in-this-order');
        return { ...request, query };
      },
    ),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('for query=') },
  },
  {
    name: 'ignores the types of results',
    check,
    operation,
    interceptor: changeRequests(
      ({ path }) => path === SEARCH,
      (request) => withoutQuery(request, 'result_type'),
    ),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('only results of the type') },
  },
  {
    name: 'lists the best matches last',
    check,
    operation,
    interceptor: changeResults((items) => items.toReversed()),
    violation: { part: 'body', pointer: '/items', expected: 'results by match, type and identifier' },
  },
];
