import type { RulesetDefinition } from '@stoplight/spectral-core';
import { contractOf, findings } from './rule.js';
import { rules } from './rules.js';

/**
 * The Spectral ruleset, to be extended by a `.spectral.yaml`. Its rules look at the bundle as it is written, not at a
 * copy with each `$ref` replaced, so that a finding points to the component that has to be mended.
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
        // biome-ignore lint/suspicious/noThenProperty: this is how Spectral names it.
        then: {
          function: (document: unknown) =>
            typeof document === 'object' && document !== null
              ? findings(rule, contractOf(document), rules).map(({ path, problem }) => ({
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
