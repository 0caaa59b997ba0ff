import type { Keys } from '@aispm/openapi';
import type { Node } from '../node.ts';
import { EXCEPTIONS_KEY, type Finding, type Rule } from '../rule.ts';

/** Minimum length of the reason of an exception, in characters. */
const MIN_REASON_LENGTH = 20;

/** Lists all exceptions of the document: the members of each `x-lint-exceptions`, one for each rule. */
function* listExceptions(node: Node): Iterable<Node> {
  for (const child of node.children()) {
    if (child.key === EXCEPTIONS_KEY) yield* child.children();
    else yield* listExceptions(child);
  }
}

function startsWith(path: Keys, start: Keys): boolean {
  return start.every((key, index) => String(path[index]) === String(key));
}

export default {
  id: 'exceptions-are-used',
  forbidsExceptions: true,
  why: 'An exception without a reason, or one that is no longer needed, hides the next mistake.',
  fix:
    `Write \`${EXCEPTIONS_KEY}: { <rule>: <reason> }\` beside the node, with a reason of at least ${MIN_REASON_LENGTH} ` +
    'characters, and remove it when the rule has no finding there any more.',
  *check(contract, rules) {
    const findingsByRule = new Map<Rule, Finding[]>();
    for (const { key: id, value: reason, path } of listExceptions(contract.root)) {
      const rule = rules.find((candidate) => candidate.id === id);
      if (!rule) yield { path, problem: `The rule \`${id}\` does not exist` };
      else if (rule.forbidsExceptions) yield { path, problem: `\`${id}\` does not allow exceptions` };
      else {
        if (typeof reason !== 'string' || reason.trim().length < MIN_REASON_LENGTH) {
          yield { path, problem: `The exception from \`${id}\` has no sufficient reason` };
        }
        const findings = findingsByRule.get(rule) ?? [...rule.check(contract, rules)];
        findingsByRule.set(rule, findings);
        if (!findings.some((finding) => startsWith(finding.path, path.slice(0, -2)))) {
          yield { path, problem: `The exception is not needed: \`${id}\` has no finding here` };
        }
      }
    }
  },
} satisfies Rule;
