/** @import { Rule } from '../../document/rule.js' */

/**
 * The suffixes that generators append to the name of a component to get the name of a type, by component type.
 *
 * @type {Record<string, string>}
 */
const SUFFIXES = {
  schemas: '',
  parameters: 'Parameter',
  requestBodies: 'Body',
  responses: 'Response',
};

/** @type {Rule} */
export default {
  id: 'component-names-unique',
  why:
    'Generators create a type or file for each component. Names that only differ in case are the same file on many ' +
    'machines, and a schema `NotFoundResponse` has the same type name as a response `NotFound`. One of the two then ' +
    'gets lost or renamed.',
  fix: 'Rename one of the two components.',
  *check(contract) {
    /** @type {Map<string, string>} */
    const owners = new Map();
    for (const [type, suffix] of Object.entries(SUFFIXES)) {
      for (const { key, path } of contract.components(type)) {
        const generatedName = `${key}${suffix}`.toLowerCase();
        const owner = owners.get(generatedName);
        if (owner) yield { path, problem: `\`${type}/${key}\` has the same name in generated code as \`${owner}\`` };
        else owners.set(generatedName, `${type}/${key}`);
      }
    }
  },
};
