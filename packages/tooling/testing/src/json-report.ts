import { experimental_getRunnerTask, JsonReporter, type TestModule } from 'vitest/node';

/**
 * The JSON report of Vitest, in which a file also has the errors of the hooks of its suites. The original reports them nowhere: a file
 * then has failed without a reason.
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
