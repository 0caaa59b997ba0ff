/** The operation of the dashboard. */
import type { Handlers } from '../../platform/http/operation.ts';
import { countObjects, countScans, countUnresolvedPerDay, findObjectsAtRisk, findTopIssues } from './queries.ts';

export const dashboardHandlers = {
  getAispmDashboard: async ({ scope, snapshot }) => ({
    status: 200,
    body: await snapshot(async (db) => ({
      aispm_objects_counts: await countObjects(db, scope),
      aispm_objects_top_issues: await findTopIssues(db, scope),
      aispm_top_at_risk_agents: await findObjectsAtRisk(db, scope, 'agent'),
      aispm_top_at_risk_mcp_servers: await findObjectsAtRisk(db, scope, 'mcp_server'),
      aispm_top_at_risk_models: await findObjectsAtRisk(db, scope, 'model'),
      issues_histogram: { counts: await countUnresolvedPerDay(db, scope, new Date()) },
      scans_counts: await countScans(db, scope),
    })),
  }),
} satisfies Partial<Handlers>;
