import type { LabelFile, ObjectEntry, RelationEntry } from './label-shape.ts';
import type { LabelSource } from './label-source.ts';
import {
  LIST_OF_KIND,
  OBJECT_KINDS,
  type ObjectKind,
  type ObjectLabel,
  type RelationLabel,
  type RepositoryLabels,
} from './label-types.ts';
import { isInScope } from './scope.ts';

/** Stands for any name, in optional labels. */
export const ANY_NAME = '*';

/**
 * Fills in defaults and resolves references; throws every violation with its line: ids that occur twice, references to
 * nothing, files outside the labelled paths, relations that contradict their kind.
 */
export function checkMeaning(source: LabelSource, file: LabelFile, fileName: string): RepositoryLabels {
  const expected = file.repository.replace('/', '__');
  if (fileName !== expected) source.report(['repository'], `the file must be named ${expected}.yaml`);
  const labels: RepositoryLabels = {
    repository: file.repository,
    commit: file.commit,
    paths: file.paths,
    exclude: file.exclude ?? [],
    held_out: file.held_out ?? false,
    objects: [],
    relations: [],
  };
  const byId = new Map<string, ObjectLabel>();
  for (const kind of OBJECT_KINDS) {
    file[LIST_OF_KIND[kind]].forEach((entry, index) => {
      const label = toLabel(kind, entry);
      for (const problem of problemsOf(label, labels)) source.report([LIST_OF_KIND[kind], index], problem);
      const key = `${kind} ${label.id}`;
      if (byId.has(key)) source.report([LIST_OF_KIND[kind], index], `the id ${label.id} occurs twice among these`);
      byId.set(key, label);
      labels.objects.push(label);
    });
  }
  const pairs = new Set<string>();
  file.relations.forEach((entry, index) => {
    const report = (problem: string) => source.report(['relations', index], problem);
    for (const relation of toRelations(entry, byId, report)) {
      const pair = `${relation.kind} from ${relation.from.id} to ${relation.to.id}`;
      if (pairs.has(pair)) report(`the relation ${pair} occurs twice`);
      pairs.add(pair);
      labels.relations.push(relation);
    }
  });
  source.throwViolations();
  return labels;
}

function toLabel(kind: ObjectKind, entry: ObjectEntry): ObjectLabel {
  return {
    aliases: [],
    also_in: [],
    tier: 'declared',
    ...entry,
    kind,
    id: entry.id ?? entry.name,
  };
}

function* problemsOf(label: ObjectLabel, labels: RepositoryLabels): Iterable<string> {
  if (label.name === ANY_NAME && label.tier !== 'optional') yield `the name ${ANY_NAME} needs the tier optional`;
  if (label.kind === 'mcp_server' && !label.form) yield 'an MCP server needs a form, configured or implemented';
  if (label.kind !== 'mcp_server' && label.form) yield 'only an MCP server has a form';
  for (const file of [label.file, ...label.also_in]) {
    if (!isInScope(file, labels)) yield `${file} is not below the labelled paths`;
  }
}

function toRelations(
  entry: RelationEntry,
  byId: Map<string, ObjectLabel>,
  report: (problem: string) => void,
): RelationLabel[] {
  const [fromKind, toKind] = entry.kind.split('-') as [ObjectKind, ObjectKind];
  const find = (kind: ObjectKind, id: string): ObjectLabel | undefined => {
    const label = byId.get(`${kind} ${id}`);
    if (!label) report(`no ${kind} has the id ${id}`);
    return label;
  };
  const from = find(fromKind, entry.from);
  return entry.to.flatMap((id) => {
    const to = find(toKind, id);
    if (!from || !to) return [];
    return [{ kind: entry.kind, from, to, tier: entry.tier ?? impliedTier(from, to) }];
  });
}

/** A relation is as hard to find as its ends, unless the file says otherwise. */
function impliedTier(from: ObjectLabel, to: ObjectLabel): ObjectLabel['tier'] {
  if (from.tier === 'optional' || to.tier === 'optional') return 'optional';
  return from.tier === 'hard' || to.tier === 'hard' ? 'hard' : 'declared';
}
