import type { Keys } from '@aispm/openapi';
import { Contract } from './contract.ts';
import type { Node } from './node.ts';

/** A violation of a rule. */
export interface Finding {
  /** Keys and indexes that lead from the root of the document to the location. */
  path: Keys;
  /** The violation at this location: a phrase without a full stop. */
  problem: string;
}

/** A rule of the contract. Every rule is an error. */
export interface Rule {
  /** Name of the rule, of its file, and of the folder of its fixtures. */
  id: string;
  /** Why the rule exists: the consequences of a violation, in complete sentences. */
  why: string;
  /** How to fix a violation, in one complete sentence. */
  fix: string;
  /** Whether the contract may not declare exceptions to this rule. */
  forbidsExceptions?: boolean;
  /**
   * Finds all violations, including those that an exception allows.
   *
   * @param contract the contract to check
   * @param rules all rules, including this one
   */
  check(contract: Contract, rules: readonly Rule[]): Iterable<Finding>;
}

/** Key under which a node of the contract declares its exceptions: a map from rule ids to reasons. */
export const EXCEPTIONS_KEY = 'x-lint-exceptions';

const contracts = new WeakMap<object, Contract>();

/** Returns the contract of a document, which is indexed once for all rules. */
export function getContract(document: object): Contract {
  let contract = contracts.get(document);
  if (!contract) {
    contract = new Contract(document);
    contracts.set(document, contract);
  }
  return contract;
}

/** Returns the findings of a rule, without duplicates and without those at or below an exception. */
export function applyRule(rule: Rule, contract: Contract, rules: readonly Rule[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of rule.check(contract, rules)) {
    if (!rule.forbidsExceptions && isExcepted(contract.root, finding.path, rule.id)) continue;
    unique.set(JSON.stringify([finding.path, finding.problem]), finding);
  }
  return [...unique.values()];
}

function isExcepted(root: Node, path: Keys, id: string): boolean {
  let node: Node | undefined = root;
  for (const key of [...path, undefined]) {
    if (node?.child(EXCEPTIONS_KEY)?.child(id)) return true;
    node = key === undefined ? undefined : node?.child(key);
  }
  return false;
}
