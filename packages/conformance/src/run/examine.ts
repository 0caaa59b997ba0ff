/** Examines a server. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Operation } from '../contract/operation.ts';
import { BudgetError } from '../core/errors.ts';
import { type ConformanceOptions, readBaseUrl, readLimits } from '../core/options.ts';
import { connect } from '../session/connect.ts';
import {
  acceptKnown,
  type Cell,
  type Outcome,
  type Reason,
  type StaleDifference,
  type Violation,
} from '../session/results.ts';
import { Session } from '../session/session.ts';
import type { Sleep } from '../session/transport.ts';
import { listCells, type Selection, select } from './selection.ts';
import { HEADER_CHECKS, isAbout, STEPS, type Step, WRITE_CHECKS } from './steps.ts';

/** The result of a check of an operation. */
export interface Result {
  operation: string;
  check: string;
  outcome: Outcome;
  /** Number of assertions. */
  assertions: number;
  /** The first ten violations. */
  violations: Violation[];
  /** Number of all violations. */
  violationCount: number;
  /** Why the check made no assertion, or why its violations are accepted. */
  reason: string | undefined;
}

/** The report of a run. */
export interface Report {
  baseUrl: string;
  /** Version of the contract. */
  contract: string;
  /** Whether nothing failed, every check ran, every known difference occurs, and the run is complete. */
  passed: boolean;
  results: Result[];
  /** Known differences that no longer occur. */
  staleDifferences: StaleDifference[];
  /** Why the run ended early; undefined when it is complete. */
  endedEarly: string | undefined;
  requests: number;
  seconds: number;
}

/** The contract of this package, loaded once, so that validators compile each schema once. */
let shippedContract: Promise<Contract> | undefined;

/**
 * Examines a server and reports the results.
 *
 * @throws {OptionError} when an option has an invalid value
 * @throws {ContractError} when the contract cannot be used
 * @throws {UnreachableError} when the server is unreachable, rejects the token, or serves another API
 */
export function examine(options: ConformanceOptions): Promise<Report> {
  return examineWith(options, (milliseconds, signal) => wait(milliseconds, undefined, { signal }));
}

/**
 * Examines a server like `examine`.
 *
 * @param sleep waits for jobs and before retries; tests replace it
 */
export async function examineWith(options: ConformanceOptions, sleep: Sleep): Promise<Report> {
  const started = Date.now();
  const limits = readLimits(options);
  const base = readBaseUrl(options.baseUrl);
  const contract = await getContract(options.contract);
  const selection = select(options, contract.operations);
  const session = new Session(contract, { base, options, limits, sleep });
  await connect(session);
  const endedEarly = await executeSteps(session, selection);
  const cells = listCells(selection, session);
  for (const { cell, operation } of cells) explain(cell, operation, session, endedEarly);
  const staleDifferences = acceptKnown(
    cells.map(({ cell }) => cell),
    options.knownDifferences ?? [],
  );
  const results = cells.map(({ cell }) => toResult(cell, options.allowEmpty === true));
  const isFailure = ({ outcome }: Result) => outcome === 'failed' || outcome === 'not-exercised';
  return {
    baseUrl: base,
    contract: contract.version,
    passed: !results.some(isFailure) && staleDifferences.length === 0 && endedEarly === undefined,
    results,
    staleDifferences,
    endedEarly,
    requests: session.transport.requests,
    seconds: (Date.now() - started) / 1000,
  };
}

function getContract(source: ConformanceOptions['contract']): Promise<Contract> {
  if (source !== undefined) return loadContract(source);
  shippedContract ??= loadContract();
  return shippedContract;
}

/** Executes the steps and deletes what they created. Returns why the run ended early; undefined if it is complete. */
async function executeSteps(session: Session, selection: Selection): Promise<string | undefined> {
  try {
    for (const step of STEPS) await execute(step, session, selection);
    return undefined;
  } catch (error) {
    if (!(error instanceof BudgetError)) throw error;
    return error.message;
  } finally {
    await session.cleanUp();
  }
}

async function execute(step: Step, session: Session, selection: Selection): Promise<void> {
  const { write, leaveRecords } = session.options;
  if (step.needs && !(write && (step.needs === 'write' || leaveRecords))) return;
  const checks = selection.checks.filter(({ name }) => step.checks.includes(name));
  const operations = selection.operations.filter(
    (operation) => isAbout(step, operation) && checks.some((check) => check.applies(operation, session.operations)),
  );
  if (operations.length === 0) return;
  reportProgress(session, selection, checks[0]?.name ?? '');
  await step.execute(session, operations);
}

function reportProgress(session: Session, selection: Selection, check: string): void {
  const cells = listCells(selection, session).map(({ cell }) => cell);
  session.options.onProgress?.({
    done: cells.filter(({ assertions, reason }) => assertions > 0 || reason).length,
    total: cells.length,
    requests: session.transport.requests,
    failed: cells.filter(({ violations }) => violations.length > 0).length,
    check,
  });
}

/** Records why a cell has no assertion. */
function explain(cell: Cell, operation: Operation, session: Session, endedEarly: string | undefined): void {
  const { write, leaveRecords } = session.options;
  if (cell.assertions > 0) return;
  // Without a request, there is no header to check.
  const notRequested = HEADER_CHECKS.includes(cell.check) ? session.cell(operation.id, 'response').reason : undefined;
  if (notRequested) {
    cell.skip(notRequested.kind, notRequested.text);
    return;
  }
  const isPermanent = STEPS.some((step) => step.needs === 'leaveRecords' && isAbout(step, operation));
  const reason: Reason = endedEarly
    ? { kind: 'unfinished', text: endedEarly }
    : write && isPermanent && !leaveRecords
      ? { kind: 'excluded', text: 'needs --leave-records' }
      : !write && (operation.method !== 'GET' || WRITE_CHECKS.includes(cell.check))
        ? { kind: 'excluded', text: 'needs --write' }
        : { kind: 'unfinished', text: 'a previous step failed' };
  cell.skip(reason.kind, reason.text);
}

function toResult(cell: Cell, allowEmpty: boolean): Result {
  const { operation, check, assertions, violations, violationCount, accepted, reason } = cell;
  return {
    operation,
    check,
    outcome: cell.getOutcome(allowEmpty),
    assertions,
    violations,
    violationCount,
    reason: accepted ?? (assertions === 0 ? reason?.text : undefined),
  };
}
