/** The repository of this site on GitHub. */
export const REPOSITORY = 'https://github.com/aispm/aispm-contract';

/** The label of a link to the source of a page. */
export const EDIT_LABEL = 'Edit this page';

/**
 * Returns the address at which a file of the repository can be edited.
 *
 * @param path from the root of the repository
 */
export function editAddress(path: string): string {
  return `${REPOSITORY}/edit/main/${path}`;
}
