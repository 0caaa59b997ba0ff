import type { Node } from '../contract.js';
import type { Finding, Rule } from '../rule.js';

function* weaknesses(requirements: Node, schemes: string[]): Iterable<Finding> {
  const { path } = requirements;
  if (requirements.children().length === 0) yield { path, problem: 'An empty list switches security off' };
  for (const requirement of requirements.children()) {
    const names = requirement.children().map(({ key }) => key);
    if (names.length === 0) yield { path: requirement.path, problem: 'An empty requirement lets everybody in' };
    for (const name of names.filter((scheme) => !schemes.includes(scheme))) {
      yield { path: requirement.path, problem: `There is no security scheme \`${name}\`` };
    }
  }
}

export default {
  id: 'security-always-on',
  why: 'Every operation needs the API key. One that says otherwise would be served to anybody by a generated server.',
  fix: 'Name the one security scheme at the root of the contract, and leave `security` away everywhere else.',
  *check({ root, operations }) {
    const schemes =
      root
        .follow('components', 'securitySchemes')
        ?.children()
        .map(({ key }) => key) ?? [];
    const everywhere = root.child('security');
    if (!everywhere) yield { path: [], problem: 'The contract has no `security` at its root' };
    else yield* weaknesses(everywhere, schemes);
    for (const { node } of operations) {
      const own = node.child('security');
      if (own) yield* weaknesses(own, schemes);
    }
  },
} satisfies Rule;
