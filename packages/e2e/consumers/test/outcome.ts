import type { smoke } from '../smoke/smoke.js';

/** The outcome of the smoke test in a runtime. */
export type Outcome = Awaited<ReturnType<typeof smoke>>;
