/** The report of a run, for people and for machines. */
import { styleText } from 'node:util';
import { CHECKS } from './checks/catalogue.js';
import type { Outcome, Violation } from './results.js';
import type { Report, Result } from './run.js';

/** A cell of the table. */
const MARKS: Record<Outcome, string> = {
  passed: 'ok',
  failed: 'FAIL',
  accepted: 'known',
  'not-applicable': '-',
  'not-exercised': '?',
};

const COLORS = { failed: 'red', 'not-exercised': 'yellow', accepted: 'yellow', 'not-applicable': 'dim' } as const;

/**
 * The report as text: a table of operations and checks, what could not be tried, every violation, and a verdict.
 *
 * @param isColored whether it may have the colors of a terminal
 */
export function textReport(report: Report, isColored = false): string {
  const { results, staleDifferences } = report;
  const paint = (style: 'red' | 'yellow' | 'green' | 'dim' | 'bold', text: string) =>
    isColored ? styleText(style, text, { validateStream: false }) : text;
  const checks = CHECKS.map(({ name }) => name).filter((name) => results.some(({ check }) => check === name));
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const width = Math.max(...operations.map((name) => name.length), 'operation'.length);
  // The names of the checks stand above their columns, one below the other, so that the table fits.
  const head = checks.map(
    (name, index) => `${''.padEnd(width)}  ${'    | '.repeat(index).replaceAll('    | ', '   |  ')}   ${name}`,
  );
  const lines = operations.map((operation) => {
    const marks = checks.map((check) => {
      const result = results.find((one) => one.operation === operation && one.check === check);
      const mark = (result ? MARKS[result.outcome] : '').padStart(5).padEnd(6);
      const color = result && result.outcome !== 'passed' ? COLORS[result.outcome] : undefined;
      return color ? paint(color, mark) : mark;
    });
    return `${operation.padEnd(width)}  ${marks.join('')}`.trimEnd();
  });
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const parts = [
    [...head, ...lines].join('\n'),
    `ok: held; FAIL: broken; known: broken, and put up with; ?: could not be tried, which counts as a failure; -: not asked for`,
    ...reasons(results, 'not-exercised', 'Could not be tried'),
    ...reasons(results, 'not-applicable', 'Not asked for'),
    ...reasons(results, 'accepted', 'Known differences'),
    ...failed.map((result) => violationsOf(result, paint)),
    ...staleDifferences.map(({ operation, check }) =>
      paint('red', `The known difference ${operation} ${check} is none any more; take it out.`),
    ),
    verdict(report, paint),
  ];
  return `${parts.join('\n\n')}\n`;
}

function reasons(results: readonly Result[], outcome: Outcome, title: string): string[] {
  const byReason = Map.groupBy(
    results.filter((one) => one.outcome === outcome),
    ({ reason }) => reason ?? '',
  );
  if (byReason.size === 0) return [];
  const lines = [...byReason].map(([reason, list]) => {
    const byCheck = Map.groupBy(list, ({ check }) => check);
    const places = [...byCheck].map(
      ([check, some]) => `${check}: ${some.map(({ operation }) => operation).join(', ')}`,
    );
    return `  ${reason}\n${places.map((place) => `    ${place}`).join('\n')}`;
  });
  return [`${title}:\n${lines.join('\n')}`];
}

function violationsOf({ operation, check, violations, violationCount }: Result, paint: Paint): string {
  const more = violationCount - violations.length;
  return [
    paint('red', `${operation}: ${CHECKS.find(({ name }) => name === check)?.title} (${check})`),
    ...violations.map(textOf),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

type Paint = (style: 'red' | 'green', text: string) => string;

function textOf({ part, pointer, expected, got, request, requestId }: Violation): string {
  return [
    `  ${request}`,
    `    at        ${[part, pointer].filter(Boolean).join(' ')}`,
    `    expected  ${expected}`,
    `    got       ${got}`,
    `    id        ${requestId}`,
  ].join('\n');
}

function verdict({ results, passed, endedEarly, requests, seconds, contract, baseUrl }: Report, paint: Paint): string {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  const numbers = [
    `${count('passed')} held`,
    `${count('failed')} broken`,
    ...(count('accepted') > 0 ? [`${count('accepted')} known`] : []),
    `${count('not-exercised')} not tried`,
    `${count('not-applicable')} not asked for`,
  ].join(', ');
  const effort = `${requests} requests in ${seconds.toFixed(1)} seconds`;
  const lines = [
    `${baseUrl} ${passed ? 'conforms' : 'does not conform'} to version ${contract} of the contract: ${numbers}; ${effort}.`,
    ...(endedEarly ? [`The run is not complete. ${endedEarly}`] : []),
  ];
  return paint(passed ? 'green' : 'red', lines.join('\n'));
}

/** The report as JUnit XML: one suite for each operation, one case for each check. */
export function junitReport({ results, seconds, staleDifferences, endedEarly }: Report): string {
  const suites = [...Map.groupBy(results, ({ operation }) => operation)].map(([operation, list]) => {
    const cases = list.map((result) => `    ${testCase(result)}`);
    return `  <testsuite name="${operation}" ${counts(list)}>\n${cases.join('\n')}\n  </testsuite>`;
  });
  const own = [
    ...staleDifferences.map(({ operation, check }) => `The known difference ${operation} ${check} is none any more.`),
    endedEarly,
  ]
    .filter((text) => text !== undefined)
    .map(
      (text) =>
        `    <testcase name="run" classname="conformance"><failure message="${escapeMarkup(text)}"/></testcase>`,
    );
  const run =
    own.length > 0
      ? [`  <testsuite name="run" tests="${own.length}" failures="${own.length}">\n${own.join('\n')}\n  </testsuite>`]
      : [];
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="aispm-conformance" time="${seconds.toFixed(3)}">
${[...suites, ...run].join('\n')}
</testsuites>
`;
}

function counts(list: readonly Result[]): string {
  const count = (...outcomes: Outcome[]) => list.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return `tests="${list.length}" failures="${count('failed', 'not-exercised')}" skipped="${count('not-applicable', 'accepted')}"`;
}

function testCase({ operation, check, outcome, violations, reason = '' }: Result): string {
  const start = `<testcase name="${check}" classname="${operation}"`;
  switch (outcome) {
    case 'passed':
      return `${start}/>`;
    case 'failed': {
      const [first] = violations;
      const message = `${first?.part} ${first?.pointer}: expected ${first?.expected}, got ${first?.got}`;
      return `${start}><failure message="${escapeMarkup(message)}">${escapeMarkup(violations.map(textOf).join('\n'))}</failure></testcase>`;
    }
    case 'not-exercised':
      return `${start}><failure message="${escapeMarkup(`could not be tried: ${reason}`)}"/></testcase>`;
    default:
      return `${start}><skipped message="${escapeMarkup(reason)}"/></testcase>`;
  }
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');
}
