import type { Node, Path } from '../contract.js';
import { EXCEPTIONS, type Finding, type Rule } from '../rule.js';

/** A shorter reason than this explains nothing, in characters. */
const SHORTEST_REASON = 20;

/** Every exception of the document: the nodes below each `x-lint-exceptions`, one for each rule. */
function* exceptions(node: Node): Iterable<Node> {
  for (const child of node.children()) {
    if (child.key === EXCEPTIONS) yield* child.children();
    else yield* exceptions(child);
  }
}

function isBelow(path: Path, place: Path): boolean {
  return place.every((key, index) => String(path[index]) === String(key));
}

export default {
  id: 'exceptions-are-used',
  withoutExceptions: true,
  why: 'An exception that nobody can explain, or that is no longer needed, hides the next mistake.',
  fix:
    `Write \`${EXCEPTIONS}: { <rule>: <reason> }\` beside the node, with a reason of at least ${SHORTEST_REASON} ` +
    'characters, and remove it as soon as the rule finds nothing there any more.',
  *check(contract, rules) {
    const found = new Map<Rule, Finding[]>();
    for (const exception of exceptions(contract.root)) {
      const { key: id, value: reason, path } = exception;
      const rule = rules.find((candidate) => candidate.id === id);
      if (!rule) yield { path, problem: `There is no rule \`${id}\`` };
      else if (rule.withoutExceptions) yield { path, problem: 'This rule has no exceptions' };
      else {
        if (typeof reason !== 'string' || reason.trim().length < SHORTEST_REASON) {
          yield { path, problem: `The exception from \`${id}\` does not say why` };
        }
        const all = found.get(rule) ?? [...rule.check(contract, rules)];
        found.set(rule, all);
        if (!all.some((finding) => isBelow(finding.path, path.slice(0, -2)))) {
          yield { path, problem: `Without this exception, \`${id}\` would find nothing here` };
        }
      }
    }
  },
} satisfies Rule;
