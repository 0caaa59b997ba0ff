/**
 * A scan that changes one element of an issue reads as much whether the issue has many elements or few, and whatever their status.
 *
 * @module-tag long
 */
import { describe } from 'vitest';
import { describeElements } from './elements.ts';

describe('an issue with 2,000 elements', () => describeElements(100));
