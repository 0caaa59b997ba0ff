/** Counts of a comparison, and the precision and recall that follow from them. */
import type { DetectedObject, DetectedRelation } from './detections.ts';
import { frameworkOf } from './frameworks.ts';
import type { ObjectLabel, RelationLabel, RepositoryLabels, Tier } from './label-types.ts';
import type { Comparison, Verdicts } from './match.ts';

/** What is counted on its own, in the order of the tables. */
export const SUBJECTS = [
  'agents',
  'tools',
  'models',
  'MCP servers, configured',
  'MCP servers, implemented',
  'relations',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Lowest precision and recall of the declared tier, and lowest recall of the hard one. */
export const TARGETS: Record<Subject, { precision: number; recall: number }> = {
  agents: { precision: 0.95, recall: 0.92 },
  tools: { precision: 0.95, recall: 0.92 },
  models: { precision: 0.95, recall: 0.9 },
  'MCP servers, configured': { precision: 0.99, recall: 0.99 },
  'MCP servers, implemented': { precision: 0.99, recall: 0.99 },
  relations: { precision: 0.92, recall: 0.85 },
};
export const HARD_RECALL_TARGET = 0.6;

/** Counts of one subject in one framework of one repository, or sums of them. */
export interface Counts {
  /** Found items that a declared or hard label describes. */
  right: number;
  wrong: number;
  duplicates: number;
  declared: { matched: number; required: number };
  hard: { matched: number; required: number };
}

/** Counts of a part of the corpus. */
export interface RowCounts extends Counts {
  repository: string;
  framework: string;
  subject: Subject;
}

function noCounts(): Counts {
  return {
    right: 0,
    wrong: 0,
    duplicates: 0,
    declared: { matched: 0, required: 0 },
    hard: { matched: 0, required: 0 },
  };
}

/** Sums counts. */
export function sum(all: Counts[]): Counts {
  const total = noCounts();
  for (const { right, wrong, duplicates, declared, hard } of all) {
    total.right += right;
    total.wrong += wrong;
    total.duplicates += duplicates;
    for (const [target, counts] of [[total.declared, declared] as const, [total.hard, hard] as const]) {
      target.matched += counts.matched;
      target.required += counts.required;
    }
  }
  return total;
}

/** Share of the found items that are right; undefined when nothing was found. */
export function precisionOf({ right, wrong }: Counts): number | undefined {
  return ratio(right, right + wrong);
}

/** Share of the labels of a tier that were found; undefined when there are none. */
export function recallOf({ matched, required }: Counts['declared']): number | undefined {
  return ratio(matched, required);
}

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** Counts the comparison of one repository, by framework and subject. */
export function countByRow({ objects, relations }: Comparison, labels: RepositoryLabels): RowCounts[] {
  const rowCounts = new CountTable(labels.repository);
  const frameworkOfObject = (object: DetectedObject) => frameworkOf(object, labels.objects);
  rowCounts.add(objects, {
    ofItem: (object) => [subjectOf(object), frameworkOfObject(object)],
    ofLabel: (label) => [subjectOf(label), label.framework],
  });
  rowCounts.add(relations, {
    ofItem: ({ from }: DetectedRelation) => ['relations', frameworkOfObject(from)],
    ofLabel: ({ from }: RelationLabel) => ['relations', from.framework],
  });
  return rowCounts.list;
}

function subjectOf({ kind, form }: Pick<ObjectLabel, 'kind' | 'form'>): Subject {
  if (kind === 'mcp_server') return form === 'implemented' ? 'MCP servers, implemented' : 'MCP servers, configured';
  return `${kind}s`;
}

type Row = [Subject, string | undefined];

class CountTable {
  readonly list: RowCounts[] = [];
  readonly #repository: string;

  constructor(repository: string) {
    this.#repository = repository;
  }

  add<Item, Label extends { tier: Tier }>(
    verdicts: Verdicts<Item, Label>,
    rows: { ofItem: (item: Item) => Row; ofLabel: (label: Label) => Row },
  ): void {
    for (const { label } of verdicts.right) this.#row(rows.ofLabel(label)).right += 1;
    for (const item of verdicts.wrong) this.#row(rows.ofItem(item)).wrong += 1;
    for (const item of verdicts.duplicates) this.#row(rows.ofItem(item)).duplicates += 1;
    for (const [labels, isMatched] of [[verdicts.matched, true] as const, [verdicts.missed, false] as const]) {
      for (const label of labels) {
        const counts = this.#row(rows.ofLabel(label))[label.tier === 'hard' ? 'hard' : 'declared'];
        counts.required += 1;
        if (isMatched) counts.matched += 1;
      }
    }
  }

  #row([subject, framework = 'none']: Row): RowCounts {
    const known = this.list.find((row) => row.subject === subject && row.framework === framework);
    if (known) return known;
    const created = { repository: this.#repository, framework, subject, ...noCounts() };
    this.list.push(created);
    return created;
  }
}
