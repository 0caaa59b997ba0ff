/** Faults in counts of what lists contain. */
import { expect } from 'vitest';
import { SCOPE } from '../exchange.ts';
import { changeResponses, type InjectedFault, LIST } from './interceptors.ts';

/** Changes the numbers of successful responses. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
const changeNumbers = (selected: RegExp, edit: (body: any) => void) =>
  changeResponses(selected, ({ status, body }) => status === 200 && edit(body));

export const countFaults: InjectedFault[] = [
  {
    name: 'counts too many objects on the dashboard',
    check: 'counts',
    operation: 'getAispmDashboard',
    interceptor: changeNumbers(/^GET \/aispm-dashboard/, (body) => {
      body.aispm_objects_counts[0].total_inventory_count += 7;
    }),
    violation: {
      part: 'body',
      pointer: '/aispm_objects_counts/0/total_inventory_count',
      expected: expect.stringMatching(/^\d+, the total of listAgents$/),
    },
  },
  {
    name: 'counts too few issues on the dashboard',
    check: 'counts',
    operation: 'getAispmDashboard',
    interceptor: changeNumbers(/^GET \/aispm-dashboard/, (body) => {
      body.aispm_objects_counts[3].total_issues_count -= 1;
    }),
    violation: { part: 'body', pointer: '/aispm_objects_counts/3/total_issues_count' },
  },
  {
    name: 'counts old scans on the dashboard',
    check: 'counts',
    operation: 'getAispmDashboard',
    interceptor: changeNumbers(/^GET \/aispm-dashboard/, (body) => {
      body.scans_counts.total_current_aispm_scans += 1;
    }),
    violation: {
      part: 'body',
      pointer: '/scans_counts/total_current_aispm_scans',
      expected: expect.stringMatching(/^\d+, the total of listScans is_current=true$/),
    },
  },
  {
    name: 'counts resolved issues in the histogram',
    check: 'counts',
    operation: 'getIssueHistogram',
    interceptor: changeNumbers(/^GET \/issue-histograms/, (body) => {
      body.counts.at(-1).critical += 1;
    }),
    violation: { part: 'body', pointer: expect.stringMatching(/^\/counts\/\d+\/critical$/) },
  },
  {
    name: 'ignores the filter of the histogram',
    check: 'counts',
    operation: 'getIssueHistogram',
    interceptor: async (request, forward) => {
      const query = new URLSearchParams(request.query);
      const response = await forward(request);
      if (!request.path.startsWith('/issue-histograms') || response.status !== 200) return response;
      query.delete('severity');
      return forward({ ...request, query });
    },
    violation: { part: 'body', expected: '0, because the filter selects none of them' },
  },
  {
    name: 'counts blocked interactions as others',
    check: 'counts',
    operation: 'getLlmInteractionCounts',
    interceptor: changeNumbers(new RegExp(`^GET /aispm-llm-interactions-dash${SCOPE}`), (body) => {
      body.blocked -= 1;
    }),
    violation: {
      part: 'body',
      pointer: '/blocked',
      expected: expect.stringContaining('the interactions with BLOCKED'),
    },
  },
  {
    name: 'counts resolved issues of a rule',
    check: 'counts',
    operation: 'listRules',
    interceptor: changeNumbers(LIST, (body) => {
      for (const row of body.items ?? []) row.total_issues_count += 1;
    }),
    violation: { part: 'body', pointer: '/items/0/total_issues_count', expected: expect.stringContaining('rule_id=') },
  },
];
