/** Counts of weeks by agent and by category read days, and hours only at both ends of the window. */
import { describe } from 'vitest';
import { describeCounts } from './interaction-counts.ts';

describe('the counts of 100 agents', () => describeCounts(100));
