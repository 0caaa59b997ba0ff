// `node call.js <base URL>` prints the names of the rules, and the version of the contract.
import { createClient, listRules } from '@aispm/client';
import { withValidation } from '@aispm/client/validate';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import type { Rule } from '@aispm/types';

const client = withValidation(createClient({ baseUrl: process.argv[2] ?? '', token: 'any-key' }));
const { items } = await listRules(client, { tenant_id: 't1', workspace_id: 'w1' });
const names = items.map((rule: Rule) => rule.rule_name);
console.log(JSON.stringify({ names, contract: contract.info.version }));
