/** The guide "From an issue to its source line". */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('shows how to get from an empty folder to the line of the most severe issue', () =>
  followGuide('issue-to-code', { ports: [4010] }));
