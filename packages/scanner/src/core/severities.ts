/** The severities of findings. */
import { SEVERITIES as ASCENDING } from '@aispm/domain';
import type { Severity } from '@aispm/types';

/** Severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ASCENDING.toReversed();
