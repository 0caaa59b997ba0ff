import type { Rule } from '../rule.js';

export default {
  id: 'path-segments-kebab-case',
  why: 'Addresses are compared letter by letter. One way to write them leaves nothing to remember.',
  fix: 'Write the fixed parts of a path in kebab-case, without a slash at the end.',
  *check({ root }) {
    for (const { key: route, path } of root.child('paths')?.children() ?? []) {
      const wrong = route
        .split('/')
        .slice(1)
        .filter((segment) => !/^([a-z][a-z0-9]*(-[a-z0-9]+)*|\{[^{}]+\})$/.test(segment));
      for (const segment of wrong) yield { path, problem: `\`${segment}\` is not kebab-case` };
    }
  },
} satisfies Rule;
