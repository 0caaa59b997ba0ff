/** Tasks of threads for tests: one that never ends, and one that returns its argument. */
import { runTasks } from '../../src/platform/threads/threads.ts';

runTasks({
  judge: () => {
    for (;;);
  },
  redact: (argument: unknown) => argument,
});
