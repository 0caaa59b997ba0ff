import type { Handlers } from '../http/operation.ts';
import { lastDays, objectCounts, objectsAtRisk, scansCounts, topIssues } from './queries.ts';

export const dashboardHandlers = {
  getAispmDashboard: async ({ scope, database }) => ({
    status: 200,
    body: await database((db) =>
      // All parts tell of one instant.
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (snapshot) => ({
          aispm_objects_counts: await objectCounts(snapshot, scope),
          aispm_objects_top_issues: await topIssues(snapshot, scope),
          aispm_top_at_risk_agents: await objectsAtRisk(snapshot, scope, 'agent'),
          aispm_top_at_risk_mcp_servers: await objectsAtRisk(snapshot, scope, 'mcp_server'),
          aispm_top_at_risk_models: await objectsAtRisk(snapshot, scope, 'model'),
          issues_histogram: { counts: await lastDays(snapshot, scope, new Date()) },
          scans_counts: await scansCounts(snapshot, scope),
        })),
    ),
  }),
} satisfies Partial<Handlers>;
