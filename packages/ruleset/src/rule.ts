import { Contract, type Node, type Path } from './contract.js';

/** Something that a rule has found. */
export interface Finding {
  /** Place in the document. */
  path: Path;
  /** What is wrong there: a phrase without a full stop. */
  problem: string;
}

/** A rule of the contract. Every rule is an error. */
export interface Rule {
  /** Name of the rule, of its file, and of the folder of its fixtures. */
  id: string;
  /** Why the rule exists: whom a violation would hurt. Whole sentences. */
  why: string;
  /** How to mend a violation: one whole sentence. */
  fix: string;
  /** True for a rule that no node of the contract may be excepted from. */
  withoutExceptions?: boolean;
  /**
   * Finds the violations, as if there were no exceptions.
   *
   * @param contract the contract to check
   * @param rules all rules, this one included
   */
  check(contract: Contract, rules: readonly Rule[]): Iterable<Finding>;
}

/** Key under which a node of the contract states its exceptions: a map from the id of a rule to the reason. */
export const EXCEPTIONS = 'x-lint-exceptions';

const contracts = new WeakMap<object, Contract>();

/** The contract of a document, taken apart the first time that a rule asks for it. */
export function contractOf(document: object): Contract {
  let contract = contracts.get(document);
  if (!contract) {
    contract = new Contract(document);
    contracts.set(document, contract);
  }
  return contract;
}

/** What a rule finds in a contract, each finding once, without what stands at or below an exception. */
export function findings(rule: Rule, contract: Contract, rules: readonly Rule[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of rule.check(contract, rules)) {
    if (!rule.withoutExceptions && isExcepted(contract.root, finding.path, rule.id)) continue;
    found.set(JSON.stringify([finding.path, finding.problem]), finding);
  }
  return [...found.values()];
}

function isExcepted(root: Node, path: Path, id: string): boolean {
  let node: Node | undefined = root;
  for (const key of [...path, undefined]) {
    if (node?.child(EXCEPTIONS)?.child(id)) return true;
    node = key === undefined ? undefined : node?.child(key);
  }
  return false;
}
