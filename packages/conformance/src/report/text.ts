/** The report of a run as text. */
import { styleText } from 'node:util';
import { groupBy } from '@aispm/domain';
import { CHECKS, type Check } from '../checks/catalogue.ts';
import type { Report, Result } from '../run/examine.ts';
import type { Outcome, Violation, ViolationDetails } from '../session/results.ts';

/** The marks of outcomes in the table. */
const MARKS: Record<Outcome, string> = {
  passed: 'ok',
  failed: 'FAIL',
  accepted: 'known',
  'not-applicable': '-',
  'not-exercised': '?',
};

const LEGEND =
  'ok: passed; FAIL: failed; known: failed, a known difference; ?: not run, which is a failure; -: not requested';

const COLORS = { failed: 'red', 'not-exercised': 'yellow', accepted: 'yellow', 'not-applicable': 'dim' } as const;

type Paint = (style: 'red' | 'yellow' | 'green' | 'dim', text: string) => string;

/**
 * Formats a report as text: a table of operations and checks, which checks did not run, all violations, and a verdict.
 *
 * @param hasColors whether to use the colors of a terminal
 */
export function textReport(report: Report, hasColors = false): string {
  const { results, staleDifferences } = report;
  const paint: Paint = (style, text) => (hasColors ? styleText(style, text, { validateStream: false }) : text);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const parts = [
    formatTable(results, paint),
    LEGEND,
    ...formatReasons(results, 'not-exercised', 'Not run'),
    ...formatReasons(results, 'not-applicable', 'Not requested'),
    ...formatReasons(results, 'accepted', 'Known differences'),
    ...failed.map((result) => formatFailure(result, paint)),
    ...staleDifferences.map(({ operation, check }) =>
      paint('red', `Known difference no longer occurs: ${operation} ${check}. Remove it from the file.`),
    ),
    formatVerdict(report, paint),
  ];
  return `${parts.join('\n\n')}\n`;
}

function formatTable(results: readonly Result[], paint: Paint): string {
  const checks = CHECKS.map(({ name }) => name).filter((name) => results.some(({ check }) => check === name));
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const width = Math.max(...operations.map((name) => name.length), 'operation'.length);
  // The names of the checks are stacked above their columns, so that the table is narrow.
  const head = checks.map((name, index) => `${''.padEnd(width)}  ${'   |  '.repeat(index)}   ${name}`);
  const lines = operations.map((operation) => {
    const marks = checks.map((check) => {
      const result = results.find((candidate) => candidate.operation === operation && candidate.check === check);
      const mark = (result ? MARKS[result.outcome] : '').padStart(5).padEnd(6);
      const color = result && result.outcome !== 'passed' ? COLORS[result.outcome] : undefined;
      return color ? paint(color, mark) : mark;
    });
    return `${operation.padEnd(width)}  ${marks.join('')}`.trimEnd();
  });
  return [...head, ...lines].join('\n');
}

function formatReasons(results: readonly Result[], outcome: Outcome, title: string): string[] {
  const byReason = groupBy(
    results.filter((result) => result.outcome === outcome),
    ({ reason }) => reason ?? '',
  );
  if (byReason.size === 0) return [];
  const lines = [...byReason].flatMap(([reason, some]) => [
    `  ${reason}`,
    ...[...groupBy(some, ({ check }) => check)].map(
      ([check, list]) => `    ${check}: ${list.map(({ operation }) => operation).join(', ')}`,
    ),
  ]);
  return [`${title}:\n${lines.join('\n')}`];
}

function formatFailure({ operation, check, violations, violationCount }: Result, paint: Paint): string {
  const others = violationCount - violations.length;
  const { title, remedy } = getCheck(check);
  return [
    paint('red', `${operation}: ${title} (${check})`),
    `  ${remedy}`,
    ...violations.map(formatViolation),
    ...(others > 0 ? [`  and ${others} more`] : []),
  ].join('\n');
}

/** Returns the check with a name. */
export function getCheck(name: string): Check {
  const check = CHECKS.find((candidate) => candidate.name === name);
  if (!check) throw new Error(`There is no check "${name}".`);
  return check;
}

/** Formats a violation as lines of text. */
export function formatViolation(violation: Violation): string {
  const { expected, got, request, requestId } = violation;
  return [
    `  ${request}`,
    `    at        ${formatLocation(violation)}`,
    `    expected  ${expected}`,
    `    got       ${got}`,
    `    id        ${requestId}`,
  ].join('\n');
}

/** Formats the part of a response, and the JSON Pointer into it. */
export function formatLocation({ part, pointer }: ViolationDetails): string {
  return [part, pointer].filter(Boolean).join(' ');
}

function formatVerdict(report: Report, paint: Paint): string {
  const { results, passed, endedEarly, requests, seconds, contract, baseUrl } = report;
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const counts = [
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    ...(count('accepted') > 0 ? [`${count('accepted')} known`] : []),
    `${count('not-exercised')} not run`,
    `${count('not-applicable')} not requested`,
  ].join(', ');
  const effort = `${requests} requests in ${seconds.toFixed(1)} seconds`;
  const lines = [
    `${baseUrl} ${passed ? 'conforms' : 'does not conform'} to version ${contract} of the contract: ${counts}; ${effort}.`,
    ...(endedEarly ? [`The run is not complete. ${endedEarly}`] : []),
  ];
  return paint(passed ? 'green' : 'red', lines.join('\n'));
}
