/**
 * @import { Node } from '../../document/node.js'
 * @import { Finding, Rule } from '../../document/rule.js'
 */

/**
 * @param {Node} security
 * @param {string[]} schemes
 * @returns {Iterable<Finding>}
 */
function* checkRequirements(security, schemes) {
  const requirements = security.children();
  if (requirements.length === 0) yield { path: security.path, problem: 'An empty list disables security' };
  for (const requirement of requirements) {
    const names = requirement.children().map(({ key }) => key);
    if (names.length === 0) yield { path: requirement.path, problem: 'An empty requirement allows anonymous access' };
    for (const name of names.filter((scheme) => !schemes.includes(scheme))) {
      yield { path: requirement.path, problem: `The security scheme \`${name}\` is not declared` };
    }
  }
}

/** @type {Rule} */
export default {
  id: 'security-required',
  why: 'Every operation requires the API key. Generated servers would allow anonymous access to operations without it.',
  fix: 'Declare the security scheme at the root of the contract, and omit `security` everywhere else.',
  *check({ root, operations }) {
    const schemes = root.descendant('components', 'securitySchemes')?.children() ?? [];
    const names = schemes.map(({ key }) => key);
    const security = root.child('security');
    if (!security) yield { path: [], problem: 'The contract has no `security` at its root' };
    else yield* checkRequirements(security, names);
    for (const { node } of operations) {
      const own = node.child('security');
      if (own) yield* checkRequirements(own, names);
    }
  },
};
