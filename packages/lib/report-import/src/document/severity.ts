import type { Severity } from '@aispm/types';
import { getSchemaAt } from './limits.ts';

/** The severities of the contract, the most severe one first. */
export const SEVERITIES = getSchemaAt('Severity').enum as readonly Severity[];

/** Converts a score from 0 to 10 to a severity of the CVSS rating scale; undefined for other values. */
export function toSeverity(value: unknown): Severity | undefined {
  const score = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!(score >= 0 && score <= 10)) return undefined;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}
