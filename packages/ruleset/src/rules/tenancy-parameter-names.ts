import type { Rule } from '../rule.js';
import { words } from '../words.js';

const NAMES = ['tenant_id', 'workspace_id'];

/** The tenancy parameter that a name means, however it is written; undefined for any other parameter. */
function meant(name: string): string | undefined {
  return NAMES.find((exact) => [exact, exact.replace('_id', '')].includes(words(name).join('_')));
}

export default {
  id: 'tenancy-parameter-names',
  why: 'Clients set the tenant and the workspace once for all calls. That works when they have one name everywhere.',
  fix: 'Call the path parameters `{tenant_id}` and `{workspace_id}`, right after `tenants` and `workspaces`.',
  *check({ root }) {
    for (const { key: route, path } of root.child('paths')?.children() ?? []) {
      const segments = route.split('/');
      for (const [index, segment] of segments.entries()) {
        if (!segment.startsWith('{')) continue;
        const before = segments[index - 1];
        const exact = NAMES.find((name) => before === name.replace('_id', 's')) ?? meant(segment);
        if (exact && (segment !== `{${exact}}` || before !== exact.replace('_id', 's'))) {
          yield { path, problem: `\`${before}/${segment}\` should be \`${exact.replace('_id', 's')}/{${exact}}\`` };
        }
      }
    }
  },
} satisfies Rule;
