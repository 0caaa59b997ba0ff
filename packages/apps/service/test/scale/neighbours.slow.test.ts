/** As `neighbours.db.test.ts`, with so many that the difference between the tables is as large as in production. */
import { describe } from 'vitest';
import { describeNeighbours } from './neighbours.ts';

describe('the lists of an object with 50,000 neighbours', () => describeNeighbours(50_000));
