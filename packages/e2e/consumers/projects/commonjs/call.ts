// `node call.js <base URL>` prints the names of the rules, and the version of the contract.
import { createClient, listRules } from '@aispm/client';

import validation = require('@aispm/client/validate');

import type { Rule } from '@aispm/types';

const contract: { info: { version: string } } = require('@aispm/spec/openapi.json');

async function main(): Promise<void> {
  const client = validation.withValidation(createClient({ baseUrl: process.argv[2] ?? '', token: 'any-key' }));
  const { items } = await listRules(client, { tenant_id: 't1', workspace_id: 'w1' });
  const names = items.map((rule: Rule) => rule.rule_name);
  console.log(JSON.stringify({ names, contract: contract.info.version }));
}

void main();
