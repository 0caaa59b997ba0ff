import type { Rule } from '../rule.js';

export default {
  id: 'component-names-pascal-case',
  why: 'Components become types. A name that is no PascalCase is changed by each generator in its own way.',
  fix: 'Write the name of the component, which is the name of its file, in PascalCase.',
  *check({ root }) {
    for (const component of root
      .child('components')
      ?.children()
      .flatMap((kind) => kind.children()) ?? []) {
      if (/^[A-Z][A-Za-z0-9]*$/.test(component.key)) continue;
      yield { path: component.path, problem: `The name of the component \`${component.key}\` is not PascalCase` };
    }
  },
} satisfies Rule;
