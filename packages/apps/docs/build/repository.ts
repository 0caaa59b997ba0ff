/** The repository of this site on GitHub. */
export const REPOSITORY = 'https://github.com/aispm/aispm-contract';

/** The label of a link to the source of a page. */
export const EDIT_LABEL = 'Edit this page';

/**
 * Returns the URL for editing a file of the repository.
 *
 * @param path path relative to the repository
 */
export function editUrl(path: string): string {
  return `${REPOSITORY}/edit/main/${path}`;
}
