/**
 * Lists of the neighbours of an object read as many pages for an object with very many as for one with few.
 *
 * @module-tag long
 */
import { describe } from 'vitest';
import { describeNeighbours } from './neighbours.ts';

describe('the lists of an object with 2,000 neighbours', () => describeNeighbours(2_000));
