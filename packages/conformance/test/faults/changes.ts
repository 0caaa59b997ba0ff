/** Faults in the log of changes. */
import { expect } from 'vitest';
import { SCOPE } from '../exchange.ts';
import {
  changeRequests,
  changeResponses,
  hasQuery,
  type InjectedFault,
  leaveRecords,
  withoutQuery,
} from './interceptors.ts';

const CHANGES = `/changes${SCOPE}`;
const LOG = new RegExp(`^GET ${CHANGES}$`);

export const changeFaults: InjectedFault[] = [
  {
    name: 'omits labels that users change from the log of changes',
    check: 'changes',
    operation: 'updateAgent',
    interceptor: changeResponses(LOG, ({ body }) => {
      body.items = body.items.filter(
        ({ changed_fields: fields }: { changed_fields: string[] }) => !fields.includes('labels'),
      );
    }),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('object_changed') },
    options: leaveRecords,
  },
  {
    name: 'logs each change of a batch twice',
    check: 'changes',
    operation: 'updateObjects',
    interceptor: changeResponses(LOG, ({ body }) => {
      body.items = body.items.flatMap((item: object) => [item, item]);
    }),
    violation: { part: 'body', pointer: '/items' },
    options: leaveRecords,
  },
  {
    name: 'logs another status of an issue than it has',
    check: 'changes',
    operation: 'updateIssue',
    interceptor: changeResponses(LOG, ({ body }) => {
      for (const item of body.items) item.status = 'resolved';
    }),
    violation: { part: 'body', pointer: '/items' },
    options: leaveRecords,
  },
  {
    name: 'logs an update of an issue in a batch without its fields',
    check: 'changes',
    operation: 'updateIssues',
    interceptor: changeResponses(LOG, ({ body }) => {
      for (const item of body.items) item.changed_fields = [];
    }),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('status_comment') },
    options: leaveRecords,
  },
  {
    name: 'omits the end of a stopped scan from the log of changes',
    check: 'changes',
    operation: 'stopScan',
    interceptor: changeResponses(LOG, ({ body }) => {
      body.items = body.items.filter(({ kind }: { kind: string }) => kind !== 'scan_ended');
    }),
    violation: { part: 'body', pointer: '/items', expected: expect.stringContaining('scan_ended') },
    options: leaveRecords,
  },
  {
    name: 'repeats the last known change',
    check: 'filters',
    operation: 'listChanges',
    interceptor: changeRequests(hasQuery(CHANGES, 'after'), (request) => {
      const query = new URLSearchParams(request.query);
      query.set('after', String(Math.max(Number(query.get('after')) - 1, 0)).padStart(16, '0'));
      return { ...request, query };
    }),
    violation: { part: 'body', expected: expect.stringContaining('only rows that match after=') },
  },
  {
    name: 'skips the change after the last known one',
    check: 'filters',
    operation: 'listChanges',
    interceptor: changeResponses(hasQuery(CHANGES, 'after'), ({ body }) => void body.items?.shift()),
    violation: { part: 'body', expected: expect.stringContaining('after=') },
  },
  {
    name: 'ignores the start of a period of changes',
    check: 'filters',
    operation: 'listChanges',
    interceptor: changeRequests(hasQuery(CHANGES, 'since'), (request) => withoutQuery(request, 'since')),
    violation: { part: 'body', expected: expect.stringContaining('only rows that match since=') },
  },
  {
    name: 'lists the newest changes first',
    check: 'order',
    operation: 'listChanges',
    interceptor: changeResponses(LOG, ({ body }) => void body.items?.reverse()),
    violation: { part: 'body' },
  },
];
