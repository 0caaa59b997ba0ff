/**
 * The guide "Scan a repository".
 *
 * @module-tag long
 */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('leads from an empty folder to findings, to their lines, and to their resolution', () =>
  followGuide('scan-a-repository', { ports: [4030] }));
