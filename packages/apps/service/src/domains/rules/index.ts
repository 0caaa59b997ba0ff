/** Rules: the static rules and the scanner rules of a workspace. */
export { ruleHandlers } from './handlers.ts';
export { ruleList, selectRules, toRule } from './rule-list.ts';
export { seedStaticRules } from './seed.ts';
export {
  changesFindings,
  type FollowedSettings,
  loadSettings,
  storeSettings,
  toRuleETag,
} from './settings.ts';
export { insertRules, loadRules, type StoredRule, storeRules } from './stored-rules.ts';
