/** Describes differences in a few words. */
import { isJsonObject } from '@aispm/openapi';
import type { Effect, Part } from './classify.ts';
import type { Difference } from './differences.ts';

/** What the maps and lists of keywords contain. */
const NOUNS: Record<string, string> = {
  allOf: 'schema of allOf',
  anyOf: 'alternative',
  callbacks: 'callback',
  content: 'media type',
  headers: 'header',
  oneOf: 'alternative',
  parameters: 'parameter',
  properties: 'property',
  responses: 'status',
  securitySchemes: 'authentication scheme',
  servers: 'server',
};

/** Keywords whose entries are numbered and have no name. */
const UNNAMED = new Set(['allOf', 'anyOf', 'oneOf', 'servers']);

/** Maximum number of characters of a value in a description. */
const MAX_VALUE = 60;

/** Describes a difference; `effect` is undefined where no rule covers it. */
export function describeDifference(difference: Difference, part: Part, effect: Effect | undefined): string {
  const { keyword, entry, kind, isDocumentation } = difference;
  if (isDocumentation) return `${keyword} ${kind}`;
  const text = entry === undefined ? describeKeyword(difference) : describeEntry(keyword, entry, kind);
  return `${part}: ${text}${effect ? '' : ', which no rule of the comparison covers'}`;
}

function describeEntry(keyword: string, entry: string, kind: Difference['kind']): string {
  const noun = NOUNS[keyword] ?? `entry of ${keyword}`;
  return UNNAMED.has(keyword) ? `a ${noun} ${kind}` : `${noun} ${entry} ${kind}`;
}

function describeKeyword({ keyword, kind, base, revision }: Difference): string {
  const name = keyword || 'a value';
  const [from, to] = [describeValue(base), describeValue(revision)];
  if (Array.isArray(base) && Array.isArray(revision)) {
    const without = (list: unknown[], other: unknown[]) =>
      list.map(describeValue).filter((item) => !other.map(describeValue).includes(item));
    const added = without(revision, base).map((item) => `${item} added`);
    return `${name}: ${[...added, ...without(base, revision).map((item) => `${item} removed`)].join(', ')}`;
  }
  if (kind === 'changed') return from && to ? `${name} from ${from} to ${to}` : `${name} changed`;
  return `${name} ${(kind === 'added' ? to : from) ?? ''} ${kind}`.replace('  ', ' ');
}

/** Returns a value as JSON; undefined for an object, and for what is too long to be read. */
function describeValue(value: unknown): string | undefined {
  if (value === undefined || (isJsonObject(value) && Object.keys(value).length > 0)) return undefined;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? undefined : text;
}
