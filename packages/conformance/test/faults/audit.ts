/** Faults in the audit log. */
import { SCOPE } from '../exchange.ts';
import { changeResponses, type InjectedFault, leaveRecords, write } from './interceptors.ts';

const LOG = new RegExp(`^GET /audit-entries${SCOPE}$`);

export const auditFaults: InjectedFault[] = [
  {
    name: 'omits updates of issues from the audit log',
    check: 'audit',
    operation: 'updateIssue',
    interceptor: changeResponses(LOG, ({ body }) => {
      body.items = body.items.filter(({ action }: { action: string }) => action !== 'updateIssue');
    }),
    violation: { part: 'body', pointer: '/items' },
    options: leaveRecords,
  },
  {
    name: 'adds two entries for an attached evaluation',
    check: 'audit',
    operation: 'createAgentEvaluation',
    interceptor: changeResponses(LOG, ({ body }) => {
      body.items = body.items.flatMap((item: object) => [item, item]);
    }),
    violation: { part: 'body', pointer: '/items' },
    options: write,
  },
  {
    name: 'logs a write of an attached evaluation as a read',
    check: 'audit',
    operation: 'createAgentEvaluation',
    interceptor: changeResponses(LOG, ({ body }) => {
      for (const item of body.items) item.kind = 'content_read';
    }),
    violation: { part: 'body', pointer: '/items' },
    options: write,
  },
];
