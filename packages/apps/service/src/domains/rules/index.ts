/** Rules: the rules of a workspace, static ones and those of scanners. */
export { ruleHandlers } from './handlers.ts';
export { ruleList } from './rule-list.ts';
export { seedStaticRules } from './seed.ts';
export { insertRules, loadRules, type StoredRule, storeRules } from './stored-rules.ts';
