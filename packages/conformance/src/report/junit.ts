/** The report of a run as JUnit XML. */
import { groupBy } from '@aispm/domain';
import library, { type Builder, type TestCase } from 'junit-report-builder';
import type { Report, Result } from '../run/examine.ts';
import { formatLocation, formatViolation, getCheck } from './text.ts';

/** The types of the library describe its ES module, but Node.js loads its CommonJS. */
const builder = library as unknown as Builder;

/** Formats a report as JUnit XML: a suite for each operation, and a case for each check. */
export function junitReport({ results, staleDifferences, endedEarly }: Report): string {
  const document = builder.newBuilder().name('aispm-conformance');
  for (const [operation, list] of groupBy(results, (result) => result.operation)) {
    const suite = document.testSuite().name(operation);
    for (const result of list) describeResult(suite.testCase().className(operation).name(result.check), result);
  }
  const problems = [
    ...staleDifferences.map(({ operation, check }) => `Known difference no longer occurs: ${operation} ${check}.`),
    ...(endedEarly === undefined ? [] : [endedEarly]),
  ];
  if (problems.length > 0) {
    const run = document.testSuite().name('run');
    for (const problem of problems) run.testCase().className('conformance').name('run').failure(problem);
  }
  return `${document.build()}\n`;
}

function describeResult(test: TestCase, { check, outcome, violations, violationCount, reason = '' }: Result): void {
  const [first] = violations;
  const others = violationCount - violations.length;
  switch (outcome) {
    case 'passed':
      break;
    case 'failed':
      test.failure(`${first ? formatLocation(first) : ''}: expected ${first?.expected}, got ${first?.got}`);
      test.stacktrace(
        [
          getCheck(check).remedy,
          ...violations.map(formatViolation),
          ...(others > 0 ? [`and ${others} more`] : []),
        ].join('\n'),
      );
      break;
    case 'not-exercised':
      test.failure(`not run: ${reason}`);
      break;
    default:
      // The format has no message for skipped cases.
      test.skipped().standardOutput(reason);
  }
}
