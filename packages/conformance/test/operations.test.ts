/** The suite covers all operations of the contract. */
import { CHECKS, loadContract, type Operation } from '@aispm/conformance';
import { describe, expect, it } from 'vitest';
import { isAbout, STEPS, WRITE_CHECKS } from '../src/run/steps.ts';

const { operations } = await loadContract();

/** Returns whether a step covers a check of an operation. Each operation that writes needs a step that lists it. */
function isChecked(operation: Operation, check: string): boolean {
  const needsName = operation.method !== 'GET' && WRITE_CHECKS.includes(check);
  return STEPS.some(
    (step) =>
      step.checks.includes(check) &&
      isAbout(step, operation) &&
      (!needsName || step.operations !== undefined || check === 'audit'),
  );
}

function findUnchecked(candidates: readonly Operation[]): string[] {
  return candidates.flatMap((operation) =>
    CHECKS.filter((check) => check.applies(operation, operations) && !isChecked(operation, check.name)).map(
      ({ name }) => `${operation.id} ${name}`,
    ),
  );
}

describe('the steps of a run', () => {
  it('cover every check of every operation', () => {
    expect(findUnchecked(operations)).toEqual([]);
  });

  it('do not cover a new operation that writes', () => {
    const write = operations.find(({ id }) => id === 'createView') as Operation;
    expect(findUnchecked([{ ...write, id: 'createDashboard' }])).toContain('createDashboard response');
  });
});
