import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from '../build/contract.ts';
import { reasonAnchor } from '../build/error-catalogue.ts';
import { listErrorReasons } from '../build/error-reasons.ts';

const contract = readContract();
const reasons = listErrorReasons(contract);
const find = (reason: string) => reasons.find((entry) => entry.reason === reason);
const page = readFileSync(join(import.meta.dirname, '../dist/guides/error-reasons.html'), 'utf8');

describe('the error catalogue', () => {
  it('has every reason of the contract with a cause, a remedy and a heading', () => {
    expect(reasons.map(({ reason }) => reason)).toEqual(contract.components.schemas.ErrorReason?.enum);
    for (const { reason, cause, remedy } of reasons) {
      expect(cause, reason).toMatch(/\.$/);
      expect(remedy, reason).toMatch(/\.$/);
      expect(page, reason).toContain(`id="${reasonAnchor(reason)}"`);
    }
  });

  it('has remedies exactly for the reasons of the contract', () => {
    const { 'x-remedies': remedies = {} } = contract.components.schemas.ErrorReason as Record<string, object>;
    expect(Object.keys(remedies)).toEqual(contract.components.schemas.ErrorReason?.enum);
  });

  it('lists the statuses and operations whose examples have a reason', () => {
    const runActive = find('run_active');
    expect(runActive).toMatchObject({ statuses: ['409'], isProtocol: false });
    expect(runActive?.operations.map(({ operationId }) => operationId)).toEqual([
      'deleteAgentEvaluation',
      'runAgentEvaluation',
    ]);
    expect(find('rate_limit_exceeded')).toMatchObject({ statuses: ['429'], isProtocol: true, operations: [] });
    expect(find('rate_limit_exceeded')?.example).toMatchObject({ code: 429 });
  });
});
