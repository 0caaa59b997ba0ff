/**
 * The Spectral ruleset, which `.spectral.yaml` extends. It lints the source of the contract in its files, and bundles.
 *
 * The command line and editor extensions load it directly: plain JavaScript without a build, which only imports similar files and
 * Spectral's modules. Types are in comments, and are checked.
 *
 * @import { RuleDefinition, RulesetFunctionContext } from '@stoplight/spectral-core'
 * @import { Rule } from './document/rule.js'
 * @import { Source } from './document/source.js'
 */
import { oas3_1 } from '@stoplight/spectral-formats';
import { oas } from '@stoplight/spectral-rulesets';
import { applyRule } from './document/rule.js';
import { readSource } from './document/source.js';
import { rules } from './rules.js';

/**
 * Defines a Spectral rule for a complete contract. Spectral finds the file of a location only when it resolves references, and then
 * takes a reference for its target; rules about paths, whose keys are in the entry file, do without.
 *
 * @param {{ description: string, resolved?: boolean }} properties
 * @param {(source: Source) => { message: string, path: string[] }[]} lint
 * @returns {RuleDefinition}
 */
function defineRule({ description, resolved = true }, lint) {
  return {
    description,
    message: '{{error}}',
    severity: 'error',
    given: '$',
    resolved,
    // biome-ignore lint/suspicious/noThenProperty: Spectral defines this name.
    then: {
      /** @type {(document: unknown, options: unknown, context: RulesetFunctionContext) => { message: string, path: string[] }[]} */
      function: (_document, _options, context) => {
        const source = readSource(context);
        return source ? lint(source) : [];
      },
    },
  };
}

/** @type {(rule: Rule) => RuleDefinition} */
const toSpectralRule = (rule) =>
  defineRule({ description: rule.why, resolved: !rule.checksPaths }, ({ contract, locate }) =>
    contract
      ? applyRule(rule, contract, rules).map(({ path, problem }) => ({
          message: `${problem}. ${rule.fix}`,
          path: locate(path),
        }))
      : [],
  );

export default {
  formats: [oas3_1],
  /** @type {Record<string, RuleDefinition>} */
  rules: {
    // Spectral checks the entry file only, and reports path items that are references.
    'oas3-schema': { ...oas.rules['oas3-schema'], resolved: true },
    ...Object.fromEntries(rules.map((rule) => [rule.id, toSpectralRule(rule)])),
    'schemas-flatten': defineRule(
      { description: 'The bundle has no `allOf`: the properties of its subschemas are merged.' },
      ({ problem }) => (problem === undefined ? [] : [{ message: problem, path: [] }]),
    ),
  },
};
