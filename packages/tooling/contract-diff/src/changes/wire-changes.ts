/** Finds what has changed on the wire between two contracts, and gives each change a verdict. */
import type { Document, Operation } from '@aispm/openapi';
import { classify, type Part, toVerdict } from './classify.ts';
import { isBeta, operationName, operationsByName } from './contract.ts';
import { describeDifference } from './describe.ts';
import { type Difference, DifferenceFinder } from './differences.ts';
import { declareProtocolResponses } from './protocol-responses.ts';
import { limitForBeta, mostSevere, type Verdict } from './verdict.ts';

/** One change of the contract. */
export interface Change {
  /** The type of the change, such as `response-properties-removed`; it starts with `unlisted` when no rule covers it. */
  id: string;
  verdict: Verdict;
  /** The operation, such as `GET /views`, or a JSON Pointer into the bundle; empty for the document. */
  location: string;
  /** Describes the change in a few words. */
  text: string;
  /** Whether it concerns an operation that isn't stable; such a change is never major. */
  isBeta: boolean;
}

/** A change inside of an operation, or in what it refers to. */
interface OperationChange extends Change {
  operation: string;
}

/**
 * Finds every change between two contracts.
 *
 * @param base what callers have today: it determines which operations are stable
 * @returns the most severe first, then by location
 */
export async function findWireChanges(base: Document, revision: Document): Promise<Change[]> {
  const [from, to] = [declareProtocolResponses(base), declareProtocolResponses(revision)];
  const [before, after] = [operationsByName(from), operationsByName(to)];
  const common = [...after.keys()].filter((name) => before.has(name));
  const finder = new DifferenceFinder(from, to);
  const ofOperations = common.flatMap((name) =>
    findOperationChanges(finder, before.get(name) as Operation, after.get(name) as Operation),
  );
  const added = [...after].filter(([name]) => !before.has(name)).map(([, operation]) => toAddition(operation));
  const removed = [...before].filter(([name]) => !after.has(name)).map(([, operation]) => toRemoval(operation));
  const ofRoot = finder.compareRoots().map((difference) => toChange(difference, 'request', false));
  return sortChanges(
    removeRepetitions([...added, ...removed, ...ofRoot, ...joinCommonChanges(ofOperations, common.length)]),
  );
}

/** Finds what has changed in an operation and in what it refers to. */
function findOperationChanges(finder: DifferenceFinder, base: Operation, revision: Operation): OperationChange[] {
  const [operation, beta] = [operationName(base), isBeta(base)];
  const toChanges = (differences: Difference[], part: Part) =>
    differences.map((difference) => ({ ...toChange(difference, part, beta, revision), operation }));
  return [
    ...toChanges(finder.comparePathItems(base, revision), 'request'),
    ...toChanges(finder.compareRequests(base, revision), 'request'),
    ...toChanges(finder.compareResponses(base, revision), 'response'),
  ];
}

/** Reports a change that all operations have, such as a new protocol response, once and for the document. */
function joinCommonChanges(changes: OperationChange[], count: number): Change[] {
  const groups = new Map<string, OperationChange[]>();
  for (const change of changes) {
    const key = `${change.id} ${change.location.replace(change.operation, '')} ${change.text}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group): Change[] => {
    const isInAll = new Set(group.map(({ operation }) => operation)).size === count;
    const [first] = group;
    if (!first || count < 2 || !isInAll || !first.location.startsWith(first.operation)) return group.map(toPlainChange);
    const verdict = mostSevere(group.map((change) => change.verdict));
    return [{ ...toPlainChange(first), verdict, location: '', isBeta: group.every(({ isBeta }) => isBeta) }];
  });
}

function toPlainChange({ operation, ...change }: OperationChange): Change {
  return change;
}

/** Classifies a difference. */
function toChange(difference: Difference, part: Part, beta: boolean, operation?: Operation): Change {
  const effect = classify(difference, part);
  const { keyword, kind, isDocumentation, pointer } = difference;
  const change = [part, keyword, kind].filter(Boolean).join('-');
  return {
    id: isDocumentation ? 'documentation' : effect ? change : `unlisted-${change}`,
    verdict: limitForBeta(toVerdict(effect ?? 'breaking', part), beta),
    location: operation ? toLocation(pointer, operation) : pointer,
    text: describeDifference(difference, part, effect),
    isBeta: beta,
  };
}

/** Writes a JSON Pointer into an operation as its name and the rest of the pointer. */
function toLocation(pointer: string, operation: Operation): string {
  if (pointer !== operation.pointer && !pointer.startsWith(`${operation.pointer}/`)) return pointer;
  return [operationName(operation), pointer.slice(operation.pointer.length)].filter(Boolean).join(' ');
}

function toAddition(operation: Operation): Change {
  const [id, text] = ['operation-added', 'a new operation'];
  return { id, verdict: 'minor', location: operationName(operation), text, isBeta: isBeta(operation) };
}

function toRemoval(operation: Operation): Change {
  const [id, text, beta] = ['operation-removed', 'the operation is removed', isBeta(operation)];
  return { id, verdict: limitForBeta('major', beta), location: operationName(operation), text, isBeta: beta };
}

/** Keeps a change of a shared schema once. Its verdict is that of a stable operation, when one uses the schema. */
function removeRepetitions(changes: Change[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.id} ${change.location} ${change.text}`;
    const other = found.get(key);
    if (!other || (other.isBeta && !change.isBeta)) found.set(key, change);
  }
  return [...found.values()];
}

function sortChanges(changes: Change[]): Change[] {
  const rank: Record<Verdict, number> = { major: 0, minor: 1, patch: 2, none: 3 };
  const key = ({ location, id, text }: Change) => `${location} ${id} ${text}`;
  return changes.sort((a, b) => rank[a.verdict] - rank[b.verdict] || (key(a) < key(b) ? -1 : 1));
}
