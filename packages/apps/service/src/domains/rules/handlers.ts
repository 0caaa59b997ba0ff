import { notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { ruleList, selectRules, toRule } from './rule-list.ts';
import { toRuleETag } from './settings.ts';

export const ruleHandlers = {
  listRules: async (request) => ({ status: 200, body: await cursorPage(ruleList, request) }),
  getRule: async ({ path, scope, database }) => {
    const row = await database((db) => selectRules(db, scope).where('rule_id', '=', path.rule_id).executeTakeFirst());
    if (!row) throw notFound();
    const rule = toRule(row);
    return { status: 200, headers: { etag: toRuleETag(rule) }, body: rule };
  },
} satisfies Partial<Handlers>;
