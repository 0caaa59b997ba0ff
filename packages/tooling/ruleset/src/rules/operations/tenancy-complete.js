/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'tenancy-complete',
  checksPaths: true,
  why:
    'A workspace is only defined within its tenant. A path that contains only one of them would access data that ' +
    'the client did not select.',
  fix: 'Put both into the path, one directly after the other: `/tenants/{tenant_id}/workspaces/{workspace_id}`.',
  *check({ paths }) {
    for (const { key, path } of paths) {
      const hasTenant = /\/tenants\/|\{tenant[^}]*\}/i.test(key);
      const hasWorkspace = /\/workspaces\/|\{workspace[^}]*\}/i.test(key);
      if (hasTenant && !hasWorkspace) yield { path, problem: 'The path contains a tenant but no workspace' };
      else if (hasWorkspace && !hasTenant) yield { path, problem: 'The path contains a workspace but no tenant' };
      else if (hasTenant && !/\/tenants\/\{[^}]+\}\/workspaces\/\{[^}]+\}(\/|$)/.test(key)) {
        yield { path, problem: 'The workspace does not directly follow the tenant' };
      }
    }
  },
};
