/**
 * The guide "Quick start".
 *
 * @module-tag long
 */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('leads from an empty folder to a first response, and to the line of a finding', () =>
  followGuide('quick-start', { ports: [4010] }));
