import type { Rule } from '../rule.js';

export default {
  id: 'tenancy-complete',
  why:
    'A workspace only means something inside its tenant. A path that names one without the other would work on data ' +
    'that the caller did not choose.',
  fix: 'Name both, next to each other: `/tenants/{tenant_id}/workspaces/{workspace_id}`.',
  *check({ root }) {
    for (const { key: route, path } of root.child('paths')?.children() ?? []) {
      const tenant = /\/tenants\/|\{tenant[^}]*\}/i.test(route);
      const workspace = /\/workspaces\/|\{workspace[^}]*\}/i.test(route);
      if (tenant && !workspace) yield { path, problem: 'The path names a tenant and no workspace' };
      else if (workspace && !tenant) yield { path, problem: 'The path names a workspace and no tenant' };
      else if (tenant && !/\/tenants\/\{[^}]+\}\/workspaces\/\{[^}]+\}(\/|$)/.test(route)) {
        yield { path, problem: 'Tenant and workspace do not stand next to each other' };
      }
    }
  },
} satisfies Rule;
