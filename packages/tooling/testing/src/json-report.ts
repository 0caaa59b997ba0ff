import { experimental_getRunnerTask, JsonReporter, type TestModule } from 'vitest/node';

/**
 * Vitest's JSON report, with the errors of suite hooks added to their file. The original omits these, so a file fails without a reason.
 */
export default class JsonReport extends JsonReporter {
  constructor() {
    super({});
  }

  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    for (const module of modules) {
      const errors = [...module.children.allSuites()].flatMap((suite) => [...suite.errors()]);
      const { result } = experimental_getRunnerTask(module);
      if (result && errors.length > 0) result.errors = [...(result.errors ?? []), ...errors];
    }
    await super.onTestRunEnd(modules);
  }
}
