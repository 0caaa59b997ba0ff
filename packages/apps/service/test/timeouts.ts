/** How long tests wait for an event before they fail. */
import { TIMEOUT_SCALE } from '@aispm/testing';

/** In milliseconds. What hasn't happened by then hangs: even on a busy machine, starting a process or processing a scan takes up to a minute. */
export const TIMEOUT_MS = 150_000 * TIMEOUT_SCALE;
