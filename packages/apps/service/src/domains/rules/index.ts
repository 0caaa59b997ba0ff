/** Rules: the static rules and the scanner rules of a workspace. */
export { ruleHandlers } from './handlers.ts';
export { ruleList } from './rule-list.ts';
export { seedStaticRules } from './seed.ts';
export { insertRules, loadRules, type StoredRule, storeRules } from './stored-rules.ts';
