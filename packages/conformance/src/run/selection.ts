/** The operations and checks that the options select. */
import { CHECKS, type Check } from '../checks/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import { OptionError } from '../core/errors.ts';
import type { ConformanceOptions } from '../core/options.ts';
import type { Cell } from '../session/results.ts';
import type { Session } from '../session/session.ts';

/** The selected operations and checks. */
export interface Selection {
  operations: readonly Operation[];
  checks: readonly Check[];
}

/**
 * Selects operations and checks.
 *
 * @throws {OptionError} when one of them is unknown
 */
export function select(
  { operations, checks }: Pick<ConformanceOptions, 'operations' | 'checks'>,
  all: readonly Operation[],
): Selection {
  const unknownOperation = operations?.find((id) => !all.some((operation) => operation.id === id));
  if (unknownOperation !== undefined) {
    throw new OptionError(`"${unknownOperation}" is not an operation of the contract.`);
  }
  const unknownCheck = checks?.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknownCheck !== undefined) {
    const names = CHECKS.map(({ name }) => name).join(', ');
    throw new OptionError(`"${unknownCheck}" is not one of the checks ${names}.`);
  }
  return {
    operations: all.filter(({ id }) => operations?.includes(id) ?? true),
    checks: CHECKS.filter(({ name }) => checks?.includes(name) ?? true),
  };
}

/** Lists the cells of a selection: each operation with each check that applies to it. */
export function listCells({ operations, checks }: Selection, session: Session): { cell: Cell; operation: Operation }[] {
  return operations.flatMap((operation) =>
    checks
      .filter((check) => check.applies(operation, session.operations))
      .map(({ name }) => ({ operation, cell: session.cell(operation.id, name) })),
  );
}
