/**
 * Generates the records and relations of a workspace. Each record is a variation of an example, so that it is in a valid state,
 * with a unique identifier and name, different times, and computed counts.
 */
import { Random } from '../random.ts';
import { addAuditEntries, addChanges, addInteractions } from './activity.ts';
import type { Generation, GenerationOptions, Records, Templates } from './context.ts';
import { addEvaluations } from './evaluations.ts';
import { addAssets, addObjects } from './inventory.ts';
import { addIssues } from './issues.ts';
import { addScans } from './scans.ts';

export type { Records } from './context.ts';

/** The steps in order: each one needs the records of the previous steps. */
const STEPS = [
  addAssets,
  addObjects,
  addIssues,
  addScans,
  addEvaluations,
  addInteractions,
  addAuditEntries,
  addChanges,
];

/**
 * Generates a workspace.
 *
 * @param templates must contain records of every generated list
 */
export function generateRecords(templates: Templates, options: GenerationOptions): Records {
  const random = new Random(options.seed);
  const generation: Generation = { templates, options, random, lists: {}, relations: [], history: [], results: [] };
  for (const step of STEPS) step(generation);
  const { lists, relations, history, results } = generation;
  return {
    lists: { ...templates.lists, ...lists },
    relations,
    nested: {
      listIssueHistory: () => history,
      listScanResults: () => results.flatMap((create) => create()),
      listEvaluationRunResults: () => [],
    },
  };
}
