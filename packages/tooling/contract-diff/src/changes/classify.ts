/**
 * Gives each difference an effect. A keyword or a kind of difference that has no rule here is breaking: an unlisted change
 * never passes as a small one.
 */
import { EXTENSIBLE_ENUM, isJsonObject, isReference } from '@aispm/openapi';
import type { Difference } from './differences.ts';
import type { Verdict } from './verdict.ts';

/** Where a difference is: in what callers send, or in what they receive. What belongs to neither counts as sent. */
export type Part = 'request' | 'response';

/**
 * What a difference means: fewer or more values are valid; something is compatible or breaking on both sides; or only
 * readers notice it.
 */
export type Effect = 'narrower' | 'wider' | 'compatible' | 'breaking' | 'editorial';

/** A rule of a keyword: an effect, or one that depends on the difference. */
type Rule = Effect | ((difference: Difference, part: Part) => Effect);

/** Returns the verdict on an effect: callers may send more than before, and rely on what they received before. */
export function toVerdict(effect: Effect, part: Part): Verdict {
  if (effect === 'narrower') return part === 'request' ? 'major' : 'minor';
  if (effect === 'wider') return part === 'request' ? 'minor' : 'major';
  return ({ breaking: 'major', compatible: 'minor', editorial: 'patch' } as const)[effect];
}

/** Classifies a difference; undefined when no rule covers it, which is breaking. */
export function classify(difference: Difference, part: Part): Effect | undefined {
  if (difference.isDocumentation) return 'editorial';
  const rules = difference.entry === undefined ? KEYWORDS : ENTRIES;
  const rule = Object.hasOwn(rules, difference.keyword) ? rules[difference.keyword] : undefined;
  return typeof rule === 'function' ? rule(difference, part) : rule;
}

/** What a keyword demands where it's present: two demands can't be compared. */
const demand: Rule = ({ kind }) => (({ added: 'narrower', removed: 'wider', changed: 'breaking' }) as const)[kind];

/** What can be added to the contract, but not taken away. */
const addition: Rule = ({ kind }) => (kind === 'added' ? 'compatible' : 'breaking');

/** An upper bound: without it, everything is valid. */
const upperBound: Rule = ({ base, revision }) =>
  toNumber(revision, Number.POSITIVE_INFINITY) > toNumber(base, Number.POSITIVE_INFINITY) ? 'wider' : 'narrower';

/** A lower bound: without it, everything is valid. */
const lowerBound: Rule = ({ base, revision }) =>
  toNumber(revision, Number.NEGATIVE_INFINITY) < toNumber(base, Number.NEGATIVE_INFINITY) ? 'wider' : 'narrower';

/** A demand that is present or not. */
const flag: Rule = ({ base, revision }) =>
  Boolean(base) === Boolean(revision) ? 'editorial' : revision ? 'narrower' : 'wider';

/** A permission that is present or not. */
const permission: Rule = ({ base, revision }) =>
  Boolean(base) === Boolean(revision) ? 'editorial' : revision ? 'wider' : 'narrower';

/** Names of required properties. */
const requirement: Rule = (difference) => {
  const { added, removed } = compareLists(difference);
  return added.length === 0 ? 'wider' : removed.length === 0 ? 'narrower' : 'breaking';
};

/** A field that is only sent or only received. It takes the field away from the other part. */
const onlyIn =
  (owner: Part): Rule =>
  ({ base, revision }, part) =>
    part === owner || Boolean(base) === Boolean(revision) ? 'editorial' : revision ? 'breaking' : 'compatible';

/** Rules for keywords that are added, removed or changed. */
const KEYWORDS: Record<string, Rule> = {
  additionalProperties: ({ base, revision }, part) => {
    if (admitsAnything(base) && admitsAnything(revision)) return 'editorial';
    const isWider = admitsAnything(revision) || base === false;
    // A response without further members may get some: callers ignore members that they don't know.
    return isWider && part === 'response' && base === false ? 'compatible' : isWider ? 'wider' : 'narrower';
  },
  allOf: demand,
  allowEmptyValue: permission,
  anyOf: demand,
  callbacks: 'breaking',
  const: demand,
  contains: demand,
  default: 'breaking',
  deprecated: 'compatible',
  else: demand,
  enum: (difference, part) => {
    if (difference.kind !== 'changed') return demand(difference, part);
    // A value that a caller waits for doesn't disappear.
    if (compareLists(difference).removed.length > 0) return 'breaking';
    // Callers treat an unknown value as "other" where the contract says that there may be some.
    return part === 'request' || difference.parent?.[EXTENSIBLE_ENUM] === true ? 'compatible' : 'wider';
  },
  exclusiveMaximum: upperBound,
  exclusiveMinimum: lowerBound,
  format: (difference, part) => {
    const { base, revision } = difference;
    if (base === 'int32' && revision === 'int64') return 'wider';
    if (base === 'int64' && revision === 'int32') return 'narrower';
    return demand(difference, part);
  },
  if: demand,
  items: demand,
  maxContains: upperBound,
  maximum: upperBound,
  maxItems: upperBound,
  maxLength: upperBound,
  maxProperties: upperBound,
  // Without it, one item has to match.
  minContains: ({ base, revision }) => (toNumber(revision, 1) < toNumber(base, 1) ? 'wider' : 'narrower'),
  minimum: lowerBound,
  minItems: lowerBound,
  minLength: lowerBound,
  minProperties: lowerBound,
  multipleOf: (difference, part) => {
    const [base, revision] = [Number(difference.base), Number(difference.revision)];
    // The remainder of a fraction isn't exact.
    if (!Number.isSafeInteger(base) || !Number.isSafeInteger(revision)) return demand(difference, part);
    return base % revision === 0 ? 'wider' : revision % base === 0 ? 'narrower' : 'breaking';
  },
  not: demand,
  oneOf: demand,
  operationId: ({ kind }) => (kind === 'added' ? 'editorial' : 'breaking'),
  pattern: demand,
  propertyNames: demand,
  readOnly: onlyIn('response'),
  requestBody: ({ kind, revision }) => (kind === 'added' && isOptional(revision) ? 'compatible' : 'breaking'),
  required: (difference, part) =>
    [difference.base, difference.revision].some((value) => typeof value === 'boolean')
      ? flag(difference, part)
      : requirement(difference, part),
  schema: demand,
  // Each is an alternative.
  security: (difference) => {
    const { removed } = compareLists(difference);
    const wasOpen = [difference.base ?? []].flat().length === 0;
    return removed.length > 0 || wasOpen ? 'breaking' : 'compatible';
  },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: demand,
  type: (difference, part) => {
    if (difference.kind !== 'changed') return demand(difference, part);
    const { added, removed } = compareLists({
      base: toTypes(difference.base),
      revision: toTypes(difference.revision),
    });
    if (added.length > 0 && removed.length > 0) return 'breaking';
    return added.length > 0 ? 'wider' : removed.length > 0 ? 'narrower' : 'editorial';
  },
  uniqueItems: flag,
  writeOnly: onlyIn('request'),
  'x-extensible-enum': ({ revision }) => (revision === false || revision === undefined ? 'narrower' : 'wider'),
  'x-max-body-bytes': upperBound,
  'x-required': requirement,
  'x-stability-level': ({ revision }) => (revision === 'stable' ? 'compatible' : 'breaking'),
  'x-deprecated-since': 'editorial',
  'x-sunset': ({ kind, base, revision }) =>
    kind === 'changed' && !(Date.parse(String(revision)) > Date.parse(String(base))) ? 'breaking' : 'compatible',
};

/** Rules for what is added to the map or list of a keyword, or removed from it. */
const ENTRIES: Record<string, Rule> = {
  allOf: demand,
  anyOf: ({ kind }) => (kind === 'added' ? 'wider' : 'narrower'),
  callbacks: addition,
  content: addition,
  dependentRequired: demand,
  dependentSchemas: demand,
  headers: addition,
  mapping: ({ kind }) => (kind === 'added' ? 'wider' : 'breaking'),
  // A value that matches two alternatives is invalid, so a new one may exclude what another one admits.
  oneOf: ({ kind, parent, revision }, part) => {
    if (kind !== 'added') return 'narrower';
    return part === 'response' || isDistinct(revision, parent) ? 'wider' : 'breaking';
  },
  parameters: ({ kind, revision }) => (kind === 'added' && isOptional(revision) ? 'compatible' : 'breaking'),
  // An open object has accepted any value of this name.
  properties: (difference, part) => {
    const { kind, isClosed, revision } = difference;
    if (kind === 'added' && part === 'request' && !isClosed && !admitsAnyValue(revision)) return 'breaking';
    return addition(difference, part);
  },
  // Callers have to handle any error status, and no other status than those of their success.
  responses: ({ entry = '' }) => (/^[45]/.test(entry) ? 'compatible' : 'breaking'),
  securitySchemes: addition,
  servers: addition,
  webhooks: addition,
  'x-filter': addition,
};

/** Returns whether callers may omit a new parameter or request body. The target of a reference isn't known here. */
function isOptional(value: unknown): boolean {
  return isJsonObject(value) && !isReference(value) && value.required !== true;
}

/** Returns whether a new schema of `oneOf` can be told from the others: by a discriminator, or by the types of values. */
function isDistinct(schema: unknown, parent: Difference['parent']): boolean {
  if (parent?.discriminator !== undefined) return true;
  const typesOf = (value: unknown) =>
    isJsonObject(value) && value.type !== undefined ? toTypes(value.type) : undefined;
  const own = typesOf(schema);
  return (
    (parent?.oneOf as unknown[] | undefined)?.every((other) => {
      const types = typesOf(other);
      return own && types && !own.some((type) => types.includes(type));
    }) === true
  );
}

/** Returns whether a schema is valid for every value. */
function admitsAnyValue(schema: unknown): boolean {
  const keywords = isJsonObject(schema) ? Object.keys(schema) : undefined;
  return (
    schema === true || keywords?.every((keyword) => ['description', 'title', 'examples'].includes(keyword)) === true
  );
}

function admitsAnything(value: unknown): boolean {
  return value === undefined || value === true;
}

function toNumber(value: unknown, absent: number): number {
  return value === undefined ? absent : Number(value);
}

/** Returns the types that a value of `type` admits: every integer is a number. */
function toTypes(value: unknown): unknown[] {
  const types = [value].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}

/** Compares two lists without an order; an absent one is empty. */
function compareLists({
  base,
  revision,
}: Pick<Difference, 'base' | 'revision'>): Record<'added' | 'removed', string[]> {
  const toTexts = (list: unknown) => [list ?? []].flat().map((item) => JSON.stringify(item));
  const [before, after] = [toTexts(base), toTexts(revision)];
  return {
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  };
}
