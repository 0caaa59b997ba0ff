/**
 * @import { Keys } from '../../../../lib/openapi/src/document/document.ts'
 * @import { Contract } from './contract.js'
 * @import { Node } from './node.js'
 */

/**
 * A violation of a rule.
 *
 * @typedef {object} Finding
 * @property {Keys} path keys and indexes from the root of the document to the location
 * @property {string} problem the violation at this location: a phrase without a full stop
 */

/**
 * A rule of the contract. Every rule is an error.
 *
 * @typedef {object} Rule
 * @property {string} id name of the rule, of its file, and of the folder of its fixtures
 * @property {string} why why the rule exists: the consequences of a violation, in complete sentences
 * @property {string} fix how to fix a violation, in one complete sentence
 * @property {boolean} [forbidsExceptions] whether the contract may not declare exceptions to this rule
 * @property {boolean} [checksPaths] whether the findings are about paths themselves, which only the entry file names
 * @property {(contract: Contract, rules: readonly Rule[]) => Iterable<Finding>} check finds all violations, including those that an
 * exception allows; `rules` are all rules, including this one
 */

/** Key under which a node of the contract declares its exceptions: a map from rule ids to reasons. */
export const EXCEPTIONS_KEY = 'x-lint-exceptions';

/**
 * Returns the findings of a rule, without duplicates and without those at or below an exception.
 *
 * @param {Rule} rule
 * @param {Contract} contract
 * @param {readonly Rule[]} rules
 */
export function applyRule(rule, contract, rules) {
  /** @type {Map<string, Finding>} */
  const unique = new Map();
  for (const finding of rule.check(contract, rules)) {
    if (!rule.forbidsExceptions && isExcepted(contract.root, finding.path, rule.id)) continue;
    unique.set(JSON.stringify([finding.path, finding.problem]), finding);
  }
  return [...unique.values()];
}

/**
 * @param {Node} root
 * @param {Keys} path
 * @param {string} id
 */
function isExcepted(root, path, id) {
  /** @type {Node | undefined} */
  let node = root;
  for (const key of [...path, undefined]) {
    if (node?.child(EXCEPTIONS_KEY)?.child(id)) return true;
    node = key === undefined ? undefined : node?.child(key);
  }
  return false;
}
