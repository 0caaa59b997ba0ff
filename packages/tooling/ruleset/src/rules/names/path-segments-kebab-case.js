/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'path-segments-kebab-case',
  checksPaths: true,
  why: 'Paths are case-sensitive. A single convention makes them predictable.',
  fix: 'Write the fixed segments of a path in kebab-case, without a trailing slash.',
  *check({ paths }) {
    for (const { key, path } of paths) {
      const invalid = key
        .split('/')
        .slice(1)
        .filter((segment) => !/^([a-z][a-z0-9]*(-[a-z0-9]+)*|\{[^{}]+\})$/.test(segment));
      for (const segment of invalid) yield { path, problem: `The segment \`${segment}\` is not kebab-case` };
    }
  },
};
