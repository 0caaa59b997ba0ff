/** Compares the numbers that dashboards, histograms, counts and lists return. */
import type { Operation } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { checkDashboard, isDashboard } from './dashboard.ts';
import { checkHistogram, isHistogram, successFields } from './histogram.ts';
import { checkInteractionCounts, isInteractionCounts } from './interactions.ts';
import { checkRowCounts, listCountedFields } from './rows.ts';

type Check = (session: Session, operation: Operation) => Promise<void>;

function findCheck(operation: Operation, operations: readonly Operation[]): Check | undefined {
  if (operation.method !== 'GET') return undefined;
  const fields = successFields(operation);
  if (isDashboard(fields)) return checkDashboard;
  if (isHistogram(fields)) return checkHistogram;
  if (isInteractionCounts(fields)) return checkInteractionCounts;
  return listCountedFields(operation, operations).length > 0 ? checkRowCounts : undefined;
}

/** Returns whether an operation counts what lists contain. */
export function returnsCounts(operation: Operation, operations: readonly Operation[]): boolean {
  return findCheck(operation, operations) !== undefined;
}

/** Compares the numbers of each operation with the totals of the lists. */
export async function checkCounts(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    await findCheck(operation, session.operations)?.(session, operation);
  });
}
