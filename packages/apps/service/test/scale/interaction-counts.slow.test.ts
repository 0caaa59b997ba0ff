/** As `interaction-counts.db.test.ts`, with so many that the difference between the tables is as large as in production. */
import { describe } from 'vitest';
import { describeCounts } from './interaction-counts.ts';

describe('the counts of 1,000 agents', () => describeCounts(1_000));
