/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'component-names-pascal-case',
  why: 'Components become types. Each generator converts names that are not PascalCase in a different way.',
  fix: 'Write the name of the component, which is also the name of its file, in PascalCase.',
  *check({ root }) {
    const types = root.child('components')?.children() ?? [];
    for (const { key, path } of types.flatMap((type) => type.children())) {
      if (/^[A-Z][A-Za-z0-9]*$/.test(key)) continue;
      yield { path, problem: `The name of the component \`${key}\` is not PascalCase` };
    }
  },
};
