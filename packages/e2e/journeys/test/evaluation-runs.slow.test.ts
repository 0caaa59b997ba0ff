/** The guide "Evaluation runs". */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('shows how to get from an empty folder to the results of a run', () =>
  followGuide('evaluation-runs', { ports: [4010] }));
