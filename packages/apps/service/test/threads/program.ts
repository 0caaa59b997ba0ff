/** Tasks of threads for tests: one that never ends, and one that returns its argument. */
import workerpool from 'workerpool';

workerpool.worker({
  judge: () => {
    for (;;);
  },
  redact: (argument: unknown) => argument,
});
