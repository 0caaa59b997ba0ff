/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'parameter-names-snake-case',
  why: 'Filters have the names of the fields they filter by, and headers follow the HTTP convention.',
  fix: 'Write path and query parameters in snake_case, and headers with capitals and hyphens (`Idempotency-Key`).',
  *check({ parameters }) {
    for (const parameter of parameters) {
      const name = parameter.text('name') ?? '';
      const isHeader = parameter.text('in') === 'header';
      const pattern = isHeader ? /^[A-Z][A-Za-z0-9]*(-[A-Z][A-Za-z0-9]*)*$/ : /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
      if (pattern.test(name)) continue;
      yield {
        path: [...parameter.path, 'name'],
        problem: `The name of the parameter \`${name}\` is not ${isHeader ? 'capitalized with hyphens' : 'snake_case'}`,
      };
    }
  },
};
