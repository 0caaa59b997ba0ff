/** The severities of findings. */
import type { Severity } from '@aispm/types';

/** Severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info'];
