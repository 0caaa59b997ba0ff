import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Reports the tests that would have failed with the timeouts of an idle machine. */
export default class TimeoutReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    process.stdout.write(describeLateTests(tests, Number(process.env.TEST_TIMEOUT_SCALE || 1)));
  }
}

/** Lists the tests that only passed because their timeout was scaled. */
function describeLateTests(tests: readonly TestCase[], timeoutScale: number): string {
  if (timeoutScale === 1) return '';
  const late = tests.filter(
    (test) => test.ok() && (test.diagnostic()?.duration ?? 0) > (test.options.timeout ?? 0) / timeoutScale,
  );
  return [
    `This machine is busy or slow: timeouts were ${timeoutScale} times as long.`,
    ...late.map((test) => `  Needed by ${test.module.relativeModuleId} > ${test.fullName}`),
    '',
  ].join('\n');
}
