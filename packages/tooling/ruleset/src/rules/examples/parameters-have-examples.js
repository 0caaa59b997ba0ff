/**
 * @import { Rule } from '../../document/rule.js'
 *
 * @type {Rule}
 */
export default {
  id: 'parameters-have-examples',
  why:
    'Imported collections, contract tests and generated calls send the example of each parameter, optional ones included. ' +
    'Without one, they make up a value that the operation rejects.',
  fix: 'Add an `example` to the parameter, or `examples` where several are worth showing.',
  *check({ parameters }) {
    for (const parameter of parameters) {
      if (parameter.child('example') || parameter.child('examples')?.children().length) continue;
      yield { path: parameter.path, problem: `The parameter \`${parameter.text('name')}\` has no example` };
    }
  },
};
