/** The guide "Import SARIF and CycloneDX". */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('shows how to get from an empty folder to findings of another scanner, and to their resolution', () =>
  followGuide('imports', { ports: [4030] }));
