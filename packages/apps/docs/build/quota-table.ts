import { type Contract, listContractOperations, type Operation } from './contract.ts';
import { describeRateLimit } from './operation-notes.ts';
import { operationLink } from './reference-links.ts';

/** Writes the quotas of the contract as a Markdown table, most common first, with the operations that have another. */
export function quotaTable(contract: Contract): string {
  const groups = new Map<string, Operation[]>();
  for (const operation of listContractOperations(contract)) {
    const quota = describeRateLimit(contract, operation) ?? 'none';
    groups.set(quota, [...(groups.get(quota) ?? []), operation]);
  }
  const [most, ...others] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const rows = [
    ...(most ? [`| ${most[0]} | ${others.length > 0 ? 'all other operations' : 'every operation'} |`] : []),
    ...others.map(([quota, operations]) => `| ${quota} | ${operations.map(operationLink).join(', ')} |`),
  ];
  return ['| Quota | Operations |', '|---|---|', ...rows].join('\n');
}
