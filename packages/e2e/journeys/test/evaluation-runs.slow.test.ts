/** The guide "Evaluation runs". */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('leads from an empty folder to the results of a run', () => followGuide('evaluation-runs', { ports: [4010] }));
