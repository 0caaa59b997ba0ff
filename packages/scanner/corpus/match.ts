/**
 * Compares what a scanner found with labels. README.md describes the rules: names, files, one label for each object, and
 * what counts neither as right nor as wrong.
 */
import type { DetectedObject, DetectedRelation, Detections } from './detections.ts';
import { ANY_NAME } from './label-meaning.ts';
import type { ObjectLabel, RelationLabel, RepositoryLabels } from './label-types.ts';
import { isSameName } from './names.ts';
import { isInScope } from './scope.ts';

/** What became of the found objects or relations, and which labels weren't found. */
export interface Verdicts<Item, Label> {
  /** Found items that labels describe; of a relation or a model that stands in several files, one of the labels. */
  right: { found: Item; label: Label }[];
  /** Found items that no label describes. */
  wrong: Item[];
  /** Found items that were found before under the same name in another file of the same label. They count neither way. */
  duplicates: Item[];
  /** Labels that were found, without the optional ones. */
  matched: Label[];
  /** Labels that weren't found, without the optional ones. */
  missed: Label[];
}

/** The comparison of one repository. */
export interface Comparison {
  objects: Verdicts<DetectedObject, ObjectLabel>;
  relations: Verdicts<DetectedRelation, RelationLabel>;
}

/** Compares what was found in a repository with its labels. What is found outside the labelled paths doesn't count. */
export function compare(found: Detections, labels: RepositoryLabels): Comparison {
  const inScope = new Set(found.objects.filter(({ observations }) => isLabelledSomewhere(observations, labels)));
  const described = describeObjects([...inScope], labels.objects);
  const objects = judgeObjects([...inScope], labels.objects, described);
  const relations = found.relations.filter(({ from, to }) => inScope.has(from) && inScope.has(to));
  return { objects, relations: judgeRelations(relations, labels.relations, described) };
}

/** An object without any location can't be outside the labelled paths. */
function isLabelledSomewhere(observations: DetectedObject['observations'], labels: RepositoryLabels): boolean {
  return observations.length === 0 || observations.some(({ file }) => isInScope(file, labels));
}

/** The labels that describe an object: those that it was matched with, and those whose duplicate it is. */
interface Description {
  own: ObjectLabel[];
  shared: ObjectLabel[];
}

interface Candidate {
  object: DetectedObject;
  label: ObjectLabel;
  file: string;
  /** The lower, the better. */
  rank: [number, number];
}

const TIER_RANK = { declared: 0, hard: 0, optional: 2 };

/**
 * Matches objects and labels: each label with at most one object, and each object with at most as many labels of a file as
 * it has locations there. Literal names come before aliases, and near lines before distant ones.
 */
function describeObjects(objects: DetectedObject[], labels: ObjectLabel[]): Map<DetectedObject, Description> {
  const described = new Map(objects.map((object) => [object, { own: [], shared: [] } as Description]));
  const candidates = labels.flatMap((label) => objects.flatMap((object) => candidatesOf(object, label)));
  candidates.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
  const taken = new Set<ObjectLabel>();
  const used = new Map<string, number>();
  const ids = new Map(objects.map((object, index) => [object, index]));
  const ownerFile = new Map<ObjectLabel, string>();
  for (const { object, label, file } of candidates) {
    const slot = `${ids.get(object)} ${file}`;
    const capacity = object.observations.filter((observation) => observation.file === file).length;
    if (taken.has(label) || (used.get(slot) ?? 0) >= capacity) continue;
    taken.add(label);
    ownerFile.set(label, file);
    used.set(slot, (used.get(slot) ?? 0) + 1);
    described.get(object)?.own.push(label);
  }
  for (const { object, label, file } of candidates) {
    const description = described.get(object);
    const isShared = label.tier === 'optional' || ownerFile.get(label) !== file;
    if (description?.own.length === 0 && isShared && !description.shared.includes(label))
      description.shared.push(label);
  }
  return described;
}

function candidatesOf(object: DetectedObject, label: ObjectLabel): Candidate[] {
  if (object.kind !== label.kind) return [];
  const nameRank = rankOfName(object, label);
  if (nameRank === undefined) return [];
  const files = [label.file, ...label.also_in];
  return object.observations.flatMap(({ file, line }) => {
    const fileRank = files.indexOf(file);
    if (fileRank < 0) return [];
    const distance = fileRank > 0 || !line || !label.line ? 100_000 * (fileRank + 1) : Math.abs(line - label.line);
    return [{ object, label, file, rank: [nameRank + TIER_RANK[label.tier], distance] }];
  });
}

/** 0 for the literal name, 1 for another right name, 2 for any name; undefined when the names differ. */
function rankOfName({ kind, names }: DetectedObject, { name, aliases }: ObjectLabel): number | undefined {
  if (name === ANY_NAME) return 2;
  if (names.some((own) => isSameName(kind, own, name))) return 0;
  const isAlias = names.some((own) => aliases.some((alias) => isSameName(kind, own, alias)));
  return isAlias ? 1 : undefined;
}

function judgeObjects(
  objects: DetectedObject[],
  labels: ObjectLabel[],
  described: Map<DetectedObject, Description>,
): Comparison['objects'] {
  const verdicts = noVerdicts<DetectedObject, ObjectLabel>();
  const matched = new Set<ObjectLabel>();
  for (const object of objects) {
    const { own, shared } = described.get(object) ?? { own: [], shared: [] };
    for (const label of own) matched.add(label);
    const required = own.find(({ tier }) => tier !== 'optional');
    if (required) verdicts.right.push({ found: object, label: required });
    else if (own.length > 0 || shared.some(({ tier }) => tier === 'optional')) continue;
    else if (shared.length > 0) verdicts.duplicates.push(object);
    else verdicts.wrong.push(object);
  }
  return divideLabels(verdicts, labels, matched);
}

function judgeRelations(
  relations: DetectedRelation[],
  labels: RelationLabel[],
  described: Map<DetectedObject, Description>,
): Comparison['relations'] {
  const verdicts = noVerdicts<DetectedRelation, RelationLabel>();
  const matched = new Set<RelationLabel>();
  const byEnds = new Map<ObjectLabel, Map<ObjectLabel, RelationLabel>>();
  for (const label of labels) {
    const ofStart = byEnds.get(label.from) ?? new Map<ObjectLabel, RelationLabel>();
    byEnds.set(label.from, ofStart.set(label.to, label));
  }
  const models = new Set(labels.map(({ to }) => to).filter(({ kind }) => kind === 'model'));
  for (const relation of relations) {
    const starts = labelsOf(relation.from, described);
    const ends = [...labelsOf(relation.to, described), ...[...models].filter((label) => isNamed(relation.to, label))];
    const candidates = starts.flatMap((from) => ends.flatMap((to) => byEnds.get(from)?.get(to) ?? []));
    for (const label of candidates) matched.add(label);
    const required = candidates.find(({ tier }) => tier !== 'optional');
    if (required) verdicts.right.push({ found: relation, label: required });
    else if (candidates.length === 0 && !isOptional(starts) && !isOptional(ends)) verdicts.wrong.push(relation);
  }
  return divideLabels(verdicts, labels, matched);
}

function labelsOf(object: DetectedObject, described: Map<DetectedObject, Description>): ObjectLabel[] {
  const { own, shared } = described.get(object) ?? { own: [], shared: [] };
  return own.length > 0 ? own : shared;
}

/** A relation to a model is about its name, wherever in the repository the name stands. */
function isNamed(object: DetectedObject, label: ObjectLabel): boolean {
  return object.kind === 'model' && rankOfName(object, label) !== undefined;
}

/** Whether only optional labels describe an object: then its relations are optional too. */
function isOptional(labels: ObjectLabel[]): boolean {
  return labels.length > 0 && labels.every(({ tier }) => tier === 'optional');
}

function noVerdicts<Item, Label>(): Verdicts<Item, Label> {
  return { right: [], wrong: [], duplicates: [], matched: [], missed: [] };
}

function divideLabels<Item, Label extends { tier: string }>(
  verdicts: Verdicts<Item, Label>,
  labels: Label[],
  matched: Set<Label>,
): Verdicts<Item, Label> {
  for (const label of labels) {
    if (label.tier !== 'optional') (matched.has(label) ? verdicts.matched : verdicts.missed).push(label);
  }
  return verdicts;
}
