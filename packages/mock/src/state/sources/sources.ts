/** Creates the initial records and relations of a mock. */
import { findShift, type Relation, shiftTimes } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { Operation } from '../../core/contract-types.ts';
import type { WorkspaceScope } from '../../core/workspace-scope.ts';
import type { Collection, Seed } from '../../sample-data/collections.ts';
import { generateRecords, type Records } from '../../sample-data/generation/generate-records.ts';
import type { Mix, Scenario } from '../../sample-data/scenarios.ts';
import { isGeneratedList, type Source } from '../../sample-data/source.ts';
import { createRow } from '../row.ts';
import { deleteOldest } from '../store-limits.ts';
import { createExampleSource } from './example-source.ts';
import { shiftSeed } from './shift.ts';

/** Options of the initial records. */
export interface SourceOptions {
  scenario: Scenario;
  /** Makes generated records repeatable. */
  seed: string;
  /** Number of generated records per list. */
  rows: number;
  /** Whether the latest event has just happened. */
  isShifted: boolean;
  /** When the mock started, in milliseconds since 1970. */
  startedMs: number;
}

/** Maximum number of cached generated workspaces. */
const MAX_WORKSPACES = 8;

/** The lists of a workspace that have records before the first scan. */
const BUILT_IN = new Set(['listRules', 'listEvaluations']);

/** Creates the source of a scenario. */
export function createSource(
  operations: readonly Operation[],
  collections: readonly Collection[],
  options: SourceOptions,
): Source {
  const { scenario, isShifted, startedMs } = options;
  const story = createExampleSource(operations, collections);
  // Without the lists of the inventory, there is nothing to vary.
  const canGenerate = story.collections.has('listAgents') && story.collections.has('listAispmAssets');
  if (scenario.records === 'generated' && canGenerate) return createGeneratedSource(story, options, scenario.mix);
  const { failsRuns = false } = scenario;
  const source = { ...(isShifted ? shiftSource(story, startedMs) : story), failsRuns };
  return scenario.records === 'none' ? withoutRecords(source) : source;
}

/** Shifts the records of a source, so that the latest event has just happened when the mock started. */
function shiftSource(source: Source, startedMs: number): Source {
  const ms = findShift(source.now(), startedMs);
  const seeds = new Map<Collection, readonly Seed[]>();
  const nested = new Map<string, readonly JsonObject[]>();
  return {
    ...source,
    listSeeds(collection, workspace) {
      const known = seeds.get(collection) ?? source.listSeeds(collection, workspace).map((seed) => shiftSeed(seed, ms));
      seeds.set(collection, known);
      return known;
    },
    listNested(operation, workspace) {
      const known = nested.get(operation) ?? source.listNested(operation, workspace).map((row) => shiftTimes(row, ms));
      nested.set(operation, known);
      return known;
    },
    now: () => Date.now(),
  };
}

/** Removes everything that scans find in workspaces. */
function withoutRecords(source: Source): Source {
  return {
    ...source,
    listSeeds(collection, workspace) {
      const isFound = collection.path.includes('{workspace_id}') && !BUILT_IN.has(collection.list.iid);
      return isFound ? [] : source.listSeeds(collection, workspace);
    },
    listRelations: () => [],
    listNested: () => [],
  };
}

/** A generated workspace. */
interface Generated {
  seeds: Map<Collection, readonly Seed[]>;
  records: Records;
}

/** Creates the source of generated records, which differ between workspaces. */
function createGeneratedSource(
  story: Source,
  { seed, rows, isShifted, startedMs }: SourceOptions,
  mix: Mix = { severeShare: 0, failedRunShare: 0 },
): Source {
  const templates = toTemplates(story);
  const now = isShifted ? startedMs : story.now();
  const others = isShifted ? shiftSource(story, startedMs) : story;
  const workspaces = new Map<string, Generated>();
  const getWorkspace = ({ tenant_id, workspace_id }: WorkspaceScope): Generated => {
    const key = JSON.stringify([tenant_id, workspace_id]);
    const known = workspaces.get(key);
    if (known) return known;
    if (workspaces.size >= MAX_WORKSPACES) deleteOldest(workspaces);
    const records = generateRecords(templates, { seed: `${seed} ${key}`, rows, mix, now });
    const created = { seeds: new Map<Collection, readonly Seed[]>(), records };
    workspaces.set(key, created);
    return created;
  };
  return {
    ...story,
    listSeeds(collection, workspace) {
      if (!workspace || !isGeneratedList(collection.path)) return others.listSeeds(collection, workspace);
      const { seeds, records } = getWorkspace(workspace);
      const known = seeds.get(collection) ?? toSeeds(records.lists[collection.list.iid] ?? [], collection);
      seeds.set(collection, known);
      return known;
    },
    listRelations: (workspace): readonly Relation[] => getWorkspace(workspace).records.relations,
    listNested: (operation, workspace) => getWorkspace(workspace).records.nested[operation]?.() ?? [],
    isGenerated: true,
    now: () => (isShifted ? Date.now() : now),
  };
}

function toSeeds(records: readonly JsonObject[], collection: Collection): Seed[] {
  const { idField } = collection;
  const row = createRow(collection);
  return records.map((record) => ({ id: String(record[idField]), row, record: Object.freeze(record) }));
}

/** Returns example records as templates for generated ones. */
function toTemplates(story: Source): Records {
  const workspace = { tenant_id: '', workspace_id: '' };
  const ofWorkspaces = [...story.collections].filter(([, { path }]) => isGeneratedList(path));
  const lists = ofWorkspaces.map(
    ([name, collection]) => [name, story.listSeeds(collection, workspace).map(({ record }) => record)] as const,
  );
  return {
    lists: Object.fromEntries(lists),
    relations: [...story.listRelations(workspace)],
    nested: { listIssueHistory: () => [...story.listNested('listIssueHistory', workspace)] },
  };
}
