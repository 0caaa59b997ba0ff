import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Reports the tests that would have failed with the limits of time of an idle machine. */
export default class PatienceReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    process.stdout.write(describePatience(tests, Number(process.env.TEST_PATIENCE || 1)));
  }
}

/** Lists the tests that have passed, and took longer than without this patience. */
function describePatience(tests: readonly TestCase[], patience: number): string {
  if (patience === 1) return '';
  const late = tests.filter(
    (test) => test.ok() && (test.diagnostic()?.duration ?? 0) > (test.options.timeout ?? 0) / patience,
  );
  return [
    `This machine is busy or slow: limits of time were ${patience} times as long.`,
    ...late.map((test) => `  Needed by ${test.module.relativeModuleId} > ${test.fullName}`),
    '',
  ].join('\n');
}
