import type { RulesetDefinition } from '@stoplight/spectral-core';
import { applyRule, getContract } from './rule.ts';
import { rules } from './rules.ts';

/**
 * The Spectral ruleset, which a `.spectral.yaml` extends. Its rules check the bundle with its references, not Spectral's
 * copy in which references are resolved, so that a finding points to the component to fix.
 */
const ruleset = {
  rules: Object.fromEntries(
    rules.map((rule) => [
      rule.id,
      {
        description: rule.why,
        message: '{{error}}',
        severity: 'error',
        given: '$',
        resolved: false,
        // biome-ignore lint/suspicious/noThenProperty: Spectral defines this name.
        then: {
          function: (document: unknown) =>
            typeof document === 'object' && document !== null
              ? applyRule(rule, getContract(document), rules).map(({ path, problem }) => ({
                  message: `${problem}. ${rule.fix}`,
                  path: [...path],
                }))
              : [],
        },
      },
    ]),
  ),
} satisfies RulesetDefinition;

export default ruleset;
