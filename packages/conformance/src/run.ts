/** Examines a server. */
import { createRequire } from 'node:module';
import { loadContract, type Operation } from '@aispm/mock/validation';
import { CHECKS, type Check } from './checks/catalogue.js';
import { edges } from './checks/edges.js';
import { beginEvaluations, endEvaluations } from './checks/evaluations.js';
import { limits, windows } from './checks/limits.js';
import { filters, order, paging } from './checks/lists.js';
import { answers, authentication, invalid, jobs, unknownIds } from './checks/reading.js';
import { ingest, submitScan, touchIssue } from './checks/records.js';
import { beginStorage, endStorage } from './checks/storage.js';
import { tenancy } from './checks/tenancy.js';
import { beginViews, endViews } from './checks/views.js';
import { type Endpoint, listOf, readEndpoints } from './endpoint.js';
import { OptionError, UnreachableError } from './errors.js';
import { withOpenAnswers } from './form.js';
import { type ConformanceOptions, readBaseUrl, readLimits } from './options.js';
import { acceptKnown, type Cell, type Outcome, type Reason, type StaleDifference, type Violation } from './results.js';
import { endsRun, Suite } from './suite.js';

/** The packages of one contract have its version. */
const ownPackage = createRequire(import.meta.url)('../package.json') as { version: string };

/** How a check of an operation came out. */
export interface Result {
  operation: string;
  check: string;
  outcome: Outcome;
  /** Things that were looked at. */
  assertions: number;
  violations: Violation[];
  /** Violations that were found; the first ten are listed. */
  violationCount: number;
  /** Why it was not tried, or why its violations do not count. */
  reason: string | undefined;
}

/** What came of a run. */
export interface Report {
  baseUrl: string;
  /** Version of the contract that the server was held to. */
  contract: string;
  /** Whether nothing is wrong: no violation that counts, nothing left untried, no known difference that is none. */
  passed: boolean;
  results: Result[];
  /** Known differences that there are not. */
  staleDifferences: StaleDifference[];
  /** Why the run ended early; undefined when it came to its end. */
  endedEarly: string | undefined;
  requests: number;
  seconds: number;
}

/** A part of the work: the checks whose cells it fills, and the operations that it needs. */
interface Step {
  fills: string[];
  work: (suite: Suite, endpoints: readonly Endpoint[]) => Promise<void>;
  /** Start of the names of the operations that it works with; all operations when absent. */
  about?: RegExp;
  needs?: 'write' | 'leaveRecords';
}

const WRITING = ['answer', 'conditions', 'idempotency', 'states'];
/** What is made at the start is there for all checks that read, and goes at the end. */
const MAKING = [...WRITING, 'invalid', 'unknown-id', 'tenancy', 'paging', 'filters', 'limits', 'authentication'];
const STORAGE = /ClientStorage/;
const VIEWS = /View/;
const EVALUATIONS = /AgentEvaluation$|EvaluationRun$|EvaluationRunResults$/;

const STEPS: readonly Step[] = [
  { fills: MAKING, work: beginStorage, about: STORAGE, needs: 'write' },
  { fills: MAKING, work: beginViews, about: VIEWS, needs: 'write' },
  { fills: MAKING, work: beginEvaluations, about: EVALUATIONS, needs: 'write' },
  { fills: WRITING, work: submitScan, about: /^submitScan$/, needs: 'leaveRecords' },
  { fills: WRITING, work: ingest, about: /^ingestLlmInteractions$/, needs: 'leaveRecords' },
  { fills: WRITING, work: touchIssue, about: /^updateIssue$/, needs: 'leaveRecords' },
  { fills: ['answer', 'request-id'], work: answers },
  { fills: ['states'], work: jobs },
  { fills: ['authentication'], work: authentication },
  { fills: ['tenancy'], work: tenancy },
  { fills: ['unknown-id'], work: unknownIds },
  { fills: ['paging'], work: paging },
  { fills: ['filters'], work: filters },
  { fills: ['order'], work: order },
  { fills: ['edges'], work: edges },
  { fills: ['windows'], work: windows },
  { fills: ['invalid'], work: invalid },
  { fills: ['limits'], work: limits },
  { fills: WRITING, work: endStorage, about: STORAGE, needs: 'write' },
  { fills: WRITING, work: endViews, about: VIEWS, needs: 'write' },
  { fills: WRITING, work: endEvaluations, about: EVALUATIONS, needs: 'write' },
];

/** Read once; a schema is compiled once for all runs. */
let contract: ReturnType<typeof readContract> | undefined;

async function readContract() {
  const { operations } = await loadContract();
  const opened = new Map(operations.map((operation) => [operation, withOpenAnswers(operation)]));
  const open = (operation: Operation) => opened.get(operation) ?? operation;
  return { endpoints: readEndpoints(operations), open };
}

/**
 * Examines a server, and tells what it found.
 *
 * @throws {OptionError} when an option has an impossible value
 * @throws {UnreachableError} when the server is not there, does not know the token, or is something else
 */
export async function examine(options: ConformanceOptions): Promise<Report> {
  const started = Date.now();
  const limitsOfRun = readLimits(options);
  const base = readBaseUrl(options.baseUrl);
  contract ??= readContract();
  const { endpoints, open } = await contract;
  const wanted = selection(options, endpoints);
  const validated = options.strict ? (operation: Operation) => operation : open;
  const suite = new Suite(endpoints, validated, base, options, limitsOfRun);
  await greet(suite);
  let endedEarly: string | undefined;
  try {
    for (const step of STEPS) await perform(step, suite, wanted);
  } catch (error) {
    if (!endsRun(error)) throw error;
    endedEarly = error.message;
  } finally {
    await suite.cleanUp();
  }
  for (const { cell, endpoint } of wanted.cells(suite)) explain(cell, endpoint, suite, endedEarly);
  const cells = wanted.cells(suite).map(({ cell }) => cell);
  const staleDifferences = acceptKnown(cells, options.knownDifferences ?? []);
  const results = cells.map((cell) => resultOf(cell, options.allowEmpty === true));
  const isBad = ({ outcome }: Result) => outcome === 'failed' || outcome === 'not-exercised';
  return {
    baseUrl: base,
    contract: ownPackage.version,
    passed: !results.some(isBad) && staleDifferences.length === 0 && endedEarly === undefined,
    results,
    staleDifferences,
    endedEarly,
    requests: suite.transport.requests,
    seconds: (Date.now() - started) / 1000,
  };
}

/** The operations and checks that are wanted. */
interface Selection {
  endpoints: readonly Endpoint[];
  checks: readonly Check[];
  cells(suite: Suite): { cell: Cell; endpoint: Endpoint }[];
}

function selection({ operations, checks }: ConformanceOptions, all: readonly Endpoint[]): Selection {
  const unknown =
    operations?.find((id) => !all.some((one) => one.id === id)) ??
    checks?.find((name) => !CHECKS.some((one) => one.name === name));
  if (unknown !== undefined) {
    const names = operations?.includes(unknown)
      ? 'an operation of the contract'
      : CHECKS.map(({ name }) => name).join(', ');
    throw new OptionError(
      `"${unknown}" is not ${operations?.includes(unknown) ? names : `one of the checks ${names}`}.`,
    );
  }
  const endpoints = all.filter(({ id }) => operations?.includes(id) ?? true);
  const chosen = CHECKS.filter(({ name }) => checks?.includes(name) ?? true);
  return {
    endpoints,
    checks: chosen,
    cells: (suite) =>
      endpoints.flatMap((endpoint) =>
        chosen
          .filter((check) => check.applies(endpoint))
          .map(({ name }) => ({ endpoint, cell: suite.cell(endpoint.id, name) })),
      ),
  };
}

async function perform({ fills, work, about, needs }: Step, suite: Suite, wanted: Selection): Promise<void> {
  const { write, leaveRecords } = suite.options;
  if (needs && !(write && (needs === 'write' || leaveRecords))) return;
  const checks = wanted.checks.filter(({ name }) => fills.includes(name));
  const endpoints = wanted.endpoints.filter(
    (endpoint) => (about?.test(endpoint.id) ?? true) && checks.some((check) => check.applies(endpoint)),
  );
  if (endpoints.length === 0) return;
  tellProgress(suite, wanted, checks[0]?.name ?? '');
  await work(suite, endpoints);
}

function tellProgress(suite: Suite, wanted: Selection, check: string): void {
  const cells = wanted.cells(suite).map(({ cell }) => cell);
  suite.options.onProgress?.({
    done: cells.filter(({ assertions, reason }) => assertions > 0 || reason).length,
    total: cells.length,
    requests: suite.transport.requests,
    failed: cells.filter(({ violations }) => violations.length > 0).length,
    check,
  });
}

/** Says of a cell that nothing was looked at in why that is. */
function explain(cell: Cell, endpoint: Endpoint, suite: Suite, endedEarly: string | undefined): void {
  const { write, leaveRecords } = suite.options;
  if (cell.assertions > 0) return;
  // Nothing was asked, for the reason that nothing was answered.
  const asked = cell.check === 'request-id' ? suite.cell(endpoint.id, 'answer').reason : undefined;
  if (asked) {
    cell.skip(asked.kind, asked.text);
    return;
  }
  const isRecord = STEPS.some(({ about, needs }) => needs === 'leaveRecords' && about?.test(endpoint.id));
  const reason: Reason = endedEarly
    ? { kind: 'unfinished', text: endedEarly }
    : write && isRecord && !leaveRecords
      ? { kind: 'excluded', text: 'needs --leave-records' }
      : !write && (endpoint.method !== 'GET' || WRITING.includes(cell.check))
        ? { kind: 'excluded', text: 'needs --write' }
        : { kind: 'unfinished', text: 'a step before it failed' };
  cell.skip(reason.kind, reason.text);
}

function resultOf(cell: Cell, allowEmpty: boolean): Result {
  const { operation, check, assertions, violations, violationCount, accepted, reason } = cell;
  const outcome = cell.outcome(allowEmpty);
  return {
    operation,
    check,
    outcome,
    assertions,
    violations,
    violationCount,
    reason: accepted ?? (assertions === 0 ? reason?.text : undefined),
  };
}

/**
 * Asks for one list, to see that the server is there and what it makes of the token.
 *
 * @throws {UnreachableError} when it is no use to go on
 */
async function greet(suite: Suite): Promise<void> {
  const endpoint = suite.endpoints.find(
    (one) =>
      listOf(one) &&
      [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).join() === Object.keys(suite.scope).join(),
  );
  if (!endpoint) throw new Error('The contract has no list.');
  const { baseUrl } = suite.options;
  const target = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(suite.scope[name])),
  );
  const { status, headers, text } = await suite.transport
    .send({ method: 'GET', target, headers: { authorization: `Bearer ${suite.options.token}` }, body: undefined })
    .catch((error: Error) => {
      throw new UnreachableError(
        `${baseUrl} cannot be reached: ${error.message}. Is the server up, and is the address right?`,
      );
    });
  const place = `the workspace "${suite.scope.workspace_id}" of the tenant "${suite.scope.tenant_id}"`;
  const isApi = /json/.test(headers['content-type'] ?? '');
  if (isApi && status === 401) throw new UnreachableError(`${baseUrl} does not take the token: ${excerpt(text)}`);
  if (isApi && status === 403) {
    throw new UnreachableError(
      `The token does not reach ${place}; name others with --tenant and --workspace. ${excerpt(text)}`,
    );
  }
  if (!isApi || status === 404) {
    const got = `GET ${target} got ${status}, ${headers['content-type'] ?? 'without a media type'}`;
    throw new UnreachableError(
      `There is no AISPM API at ${baseUrl}: ${got}. The base URL goes up to and with the version, such as https://aispm.example.com/api/v1.`,
    );
  }
}

function excerpt(text: string): string {
  return text.slice(0, 200);
}
