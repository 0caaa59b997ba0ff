/**
 * @import { RulesetFunctionContext } from '@stoplight/spectral-core'
 * @import { Node } from '../../document/node.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { schema as validate } from '@stoplight/spectral-functions';
import { resolve } from '../../../../../lib/openapi/src/document/reference.js';

/** @type {Rule} */
export default {
  id: 'header-examples-valid',
  why:
    'The mock sends the examples of headers, and readers copy them. Redocly validates the examples of bodies and ' +
    'parameters, but not those of headers.',
  fix: 'Correct the example or the schema of the header.',
  *check({ root, headers }) {
    const document = /** @type {object} */ (root.value);
    const components = root.child('components')?.value;
    // Validators are kept for each document; nothing else of the context is used.
    const context = /** @type {RulesetFunctionContext} */ (
      /** @type {unknown} */ ({ path: [], documentInventory: document })
    );
    for (const header of headers) {
      const declared = header.child('schema')?.value;
      if (declared === undefined) continue;
      const schema = { .../** @type {object} */ (resolve(document, declared)), components };
      for (const { path, value } of listExampleValues(header)) {
        const errors = validate(value, { schema, dialect: 'draft2020-12' }, context);
        const [error] = Array.isArray(errors) ? errors : [];
        if (error) yield { path, problem: `This example violates the schema of its header: ${error.message}` };
      }
    }
  },
};

/**
 * Lists the values of a header's `example` and `examples`, references resolved.
 *
 * @param {Node} header
 * @returns {Node[]}
 */
function listExampleValues(header) {
  const named = header.child('examples')?.children() ?? [];
  return [header.child('example'), ...named.map((example) => example.target().child('value'))].flatMap(
    (value) => value ?? [],
  );
}
