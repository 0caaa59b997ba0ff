/** The results of the runs of the sample data. */
import { completeResults } from '@aispm/domain';
import type { EvaluationRun, EvaluationRunResult } from '@aispm/types';
import { newId } from '../platform/core/identifiers.ts';
import type { SampleData } from './sample-data.ts';

/**
 * Lists the results of a completed run. Adds results without a conversation to the ones in the sample data, so they add up to
 * the summary.
 */
export function listRunResults(run: EvaluationRun, sampleData: SampleData): EvaluationRunResult[] {
  const shown = sampleData.runResults.filter(({ run_id }) => run_id === run.id);
  return [...shown, ...completeResults(run, shown, () => newId())];
}
