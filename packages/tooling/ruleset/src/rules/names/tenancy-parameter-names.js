/** @import { Rule } from '../../document/rule.js' */
import { words } from '../../document/words.js';

/** The tenancy parameters, and the segments before them. */
const PARAMETERS = [
  { name: 'tenant_id', collection: 'tenants' },
  { name: 'workspace_id', collection: 'workspaces' },
];

/**
 * Returns whether a parameter has a variant of a name, such as `{tenantId}` or `{tenant}` for `tenant_id`.
 *
 * @param {string} parameter
 * @param {string} name
 */
function isVariant(parameter, name) {
  return [name, name.replace('_id', '')].includes(words(parameter).join('_'));
}

/** @type {Rule} */
export default {
  id: 'tenancy-parameter-names',
  checksPaths: true,
  why: 'Clients set the tenant and the workspace once for all calls, which requires the same names in all paths.',
  fix: 'Name the path parameters `{tenant_id}` and `{workspace_id}`, directly after `tenants` and `workspaces`.',
  *check({ paths }) {
    for (const { key, path } of paths) {
      const segments = key.split('/');
      for (const [index, parameter] of segments.entries()) {
        if (!parameter.startsWith('{')) continue;
        const before = segments[index - 1];
        const expected =
          PARAMETERS.find(({ collection }) => before === collection) ??
          PARAMETERS.find(({ name }) => isVariant(parameter, name));
        if (!expected || (parameter === `{${expected.name}}` && before === expected.collection)) continue;
        const { collection, name } = expected;
        yield { path, problem: `\`${before}/${parameter}\` should be \`${collection}/{${name}}\`` };
      }
    }
  },
};
