import { camelCase, isPlural, singular, words } from '../../packages/ruleset/src/words.ts';

/** The kinds of operations that the scaffold knows. */
export const KINDS = ['list', 'get', 'create', 'update', 'delete'] as const;
export type Kind = (typeof KINDS)[number];

/** HTTP methods by kind. */
export const METHODS: Record<Kind, string> = {
  list: 'get',
  get: 'get',
  create: 'post',
  update: 'patch',
  delete: 'delete',
};

/** Why nothing was made: one line for the person who asked. */
export class Refusal extends Error {}

/** What a resource is called in the contract, all of it derived from its path. */
export interface Names {
  /** Path of the collection without slash in front and without tenancy: `eval/judges`. */
  path: string;
  /** Folder under `spec/resources`: `judges`. */
  folder: string;
  /** For running text: `access reviews` and `access review`, and the latter with its article. */
  many: string;
  one: string;
  aOne: string;
  /** For schemas: `AccessReview`. */
  record: string;
  /** For examples: `access_review`. */
  snake: string;
  /** Whether its lists are paged by number, as all under `/eval`, or by cursor. */
  numbered: boolean;
}

/** @throws {Refusal} when no names can be derived from the path. */
export function namesOf(path: string): Names {
  const segments = path.replace(/^\//, '').split('/');
  if (!segments.every((segment) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(segment)))
    throw new Refusal(`The path ${path} is not in kebab-case without tenancy, such as access-reviews or eval/judges.`);
  const collection = words(segments.at(-1) ?? '');
  if (collection.length > 1 && collection[0] === 'aispm') collection.shift();
  if (!isPlural(collection))
    throw new Refusal(`The path ${path} does not end with a regular plural, such as access-reviews.`);
  const record = singular(collection);
  const one = record.join(' ');
  return {
    path: segments.join('/'),
    folder: collection.join('-'),
    many: collection.join(' '),
    one,
    aOne: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
    record: capital(camelCase(record)),
    snake: record.join('_'),
    numbered: segments[0] === 'eval' && segments.length > 1,
  };
}

/** `listAccessReviews`, `getAccessReview` and so on. */
export function operationIdOf(kind: Kind, names: Names): string {
  return `${kind}${kind === 'list' ? capital(camelCase(words(names.folder))) : names.record}`;
}

/** The text with a capital in front. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
