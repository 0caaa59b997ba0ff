import { camelCase, isPlural, singular, words } from '../../packages/tooling/ruleset/src/document/words.js';

/** The actions for which an operation can be generated. */
export const ACTIONS = ['list', 'get', 'create', 'update', 'delete'] as const;
/** What an operation does with the records of a resource. */
export type Action = (typeof ACTIONS)[number];

/** HTTP methods by action. */
export const METHODS: Record<Action, string> = {
  list: 'get',
  get: 'get',
  create: 'post',
  update: 'patch',
  delete: 'delete',
};

/** The request can't be fulfilled, and nothing was written. The message is one line for the user. */
export class InputError extends Error {}

/** The names of a resource in the contract, all derived from its path. */
export interface ResourceNames {
  /** Path of the collection without leading slash and without tenancy: `eval/judges`. */
  path: string;
  /** Folder under `spec/resources`: `judges`. */
  folder: string;
  /** For running text: `access reviews`. */
  plural: string;
  /** For running text: `access review`. */
  singular: string;
  /** The singular with its article: `an access review`. */
  singularWithArticle: string;
  /** For schemas: `AccessReview`. */
  record: string;
  /** For examples: `access_review`. */
  snake: string;
  /** Whether its lists are paged by number, as all under `/eval`, or by cursor. */
  isNumbered: boolean;
}

/**
 * Derives the names of a resource from the path of its collection.
 *
 * @throws {InputError} when the path isn't in kebab-case or doesn't end with a plural
 */
export function deriveNames(path: string): ResourceNames {
  const segments = path.replace(/^\//, '').split('/');
  if (!segments.every((segment) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(segment))) {
    throw new InputError(
      `The path "${path}" is not valid: write it in kebab-case without tenancy, such as access-reviews or eval/judges.`,
    );
  }
  const collection = words(segments.at(-1) ?? '');
  if (collection.length > 1 && collection[0] === 'aispm') collection.shift();
  if (!isPlural(collection)) {
    throw new InputError(`The path "${path}" is not valid: end it with a regular plural, such as access-reviews.`);
  }
  const record = singular(collection);
  const singularText = record.join(' ');
  return {
    path: segments.join('/'),
    folder: collection.join('-'),
    plural: collection.join(' '),
    singular: singularText,
    singularWithArticle: `${/^[aeiou]/.test(singularText) ? 'an' : 'a'} ${singularText}`,
    record: capitalize(camelCase(record)),
    snake: record.join('_'),
    isNumbered: segments[0] === 'eval' && segments.length > 1,
  };
}

/** Returns the name of an operation: `listAccessReviews`, `getAccessReview` and so on. */
export function toOperationId(action: Action, names: ResourceNames): string {
  return `${action}${action === 'list' ? capitalize(camelCase(words(names.folder))) : names.record}`;
}

/** Writes the first letter in upper case. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
