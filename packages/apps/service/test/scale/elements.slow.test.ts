/** As `elements.db.test.ts`, with so many that the difference between the tables is as large as in production. */
import { describe } from 'vitest';
import { describeElements } from './elements.ts';

describe('an issue with 20,000 elements', () => describeElements(1_000));
