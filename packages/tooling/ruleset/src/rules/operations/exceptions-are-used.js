/**
 * @import { Keys } from '../../../../../lib/openapi/src/document/document.ts'
 * @import { Node } from '../../document/node.js'
 * @import { Finding, Rule } from '../../document/rule.js'
 */
import { EXCEPTIONS_KEY } from '../../document/rule.js';

/** Minimum length of the reason of an exception, in characters. */
const MIN_REASON_LENGTH = 20;

/**
 * Lists all exceptions in the document: the properties of each `x-lint-exceptions`, one per rule.
 *
 * @param {Node} node
 * @returns {Iterable<Node>}
 */
function* listExceptions(node) {
  for (const child of node.children()) {
    if (child.key === EXCEPTIONS_KEY) yield* child.children();
    else yield* listExceptions(child);
  }
}

/**
 * @param {Keys} path
 * @param {Keys} start
 */
function startsWith(path, start) {
  return start.every((key, index) => String(path[index]) === String(key));
}

/** @type {Rule} */
export default {
  id: 'exceptions-are-used',
  forbidsExceptions: true,
  why: 'An exception without a reason, or one that is no longer needed, hides the next mistake.',
  fix:
    `Write \`${EXCEPTIONS_KEY}: { <rule>: <reason> }\` next to the node, with a reason of at least ${MIN_REASON_LENGTH} ` +
    'characters, and remove it once the rule no longer has a finding there.',
  *check(contract, rules) {
    /** @type {Map<Rule, Finding[]>} */
    const findingsByRule = new Map();
    for (const { key: id, value: reason, path } of listExceptions(contract.root)) {
      const rule = rules.find((candidate) => candidate.id === id);
      if (!rule) yield { path, problem: `The rule \`${id}\` does not exist` };
      else if (rule.forbidsExceptions) yield { path, problem: `\`${id}\` does not allow exceptions` };
      else {
        if (typeof reason !== 'string' || reason.trim().length < MIN_REASON_LENGTH) {
          yield { path, problem: `The exception to \`${id}\` has no sufficient reason` };
        }
        const findings = findingsByRule.get(rule) ?? [...rule.check(contract, rules)];
        findingsByRule.set(rule, findings);
        if (!findings.some((finding) => startsWith(finding.path, path.slice(0, -2)))) {
          yield { path, problem: `The exception isn't needed: \`${id}\` has no finding here` };
        }
      }
    }
  },
};
