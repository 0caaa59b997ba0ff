/** Rules: the static rules of the service, the rules of scanners, and the evaluation of static rules over a graph. */
export { evaluateStaticRules, type FingerprintedViolation, fingerprintViolation } from './evaluate.ts';
export {
  buildGraph,
  type EdgeRow,
  type Graph,
  type NodeLocation,
  type NodeRow,
  type NodeType,
} from './graph.ts';
export { ruleHandlers } from './handlers.ts';
export { READS, type ReadStep } from './reads.ts';
export { ruleList } from './rule-list.ts';
export { seedStaticRules } from './seed.ts';
export { CHANGED_TOOL_SCHEMA, STATIC_RULE_IDS } from './static/index.ts';
export { insertRules, loadRules, type StoredRule, storeRules } from './stored-rules.ts';
