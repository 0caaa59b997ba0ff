/** The paging of lists. */

/** How a list is divided into pages: by the cursor of the previous page, or by number. */
export type PagingKind = 'cursor' | 'numbered';

/** Properties of a page that contain the rows: `items` are objects, `rows` are the cells of a table. */
export const ROW_FIELDS = ['items', 'rows'] as const;

/** The paging of a list. */
export interface Paging {
  kind: PagingKind;
  /** Default of `page_size`; undefined when none is declared. */
  defaultSize: number | undefined;
  /** Maximum of `page_size`; undefined when none is declared. */
  maxSize: number | undefined;
  /** Whether a client chooses if the total is counted. */
  hasIncludeTotal: boolean;
}

/** A query parameter as far as paging needs it; its schema is resolved. */
interface QueryParameter {
  name: string;
  in?: string;
  schema?: object | undefined;
}

/**
 * Returns how an operation pages, by its query parameters: `page_size` with `cursor` or `page`. Undefined when it doesn't.
 *
 * @param parameters those of the operation; parameters outside of the query don't matter
 */
export function findPaging(parameters: readonly QueryParameter[]): Paging | undefined {
  const query = parameters.filter((parameter) => (parameter.in ?? 'query') === 'query');
  const find = (name: string) => query.find((parameter) => parameter.name === name);
  const size = find('page_size');
  const kind = find('cursor') ? 'cursor' : find('page') ? 'numbered' : undefined;
  if (!size || !kind) return undefined;
  const { default: defaultSize, maximum: maxSize } = (size.schema ?? {}) as { default?: unknown; maximum?: unknown };
  return {
    kind,
    defaultSize: typeof defaultSize === 'number' ? defaultSize : undefined,
    maxSize: typeof maxSize === 'number' ? maxSize : undefined,
    hasIncludeTotal: find('include_total') !== undefined,
  };
}

/** Returns the property that contains the rows, of a page (whose rows are arrays) or of the properties of its schema. */
export function findRowField(page: object): (typeof ROW_FIELDS)[number] | undefined {
  return ROW_FIELDS.find((name) => {
    const value = Object.hasOwn(page, name) ? (page as Record<string, unknown>)[name] : undefined;
    return (
      Array.isArray(value) || (typeof value === 'object' && value !== null && 'type' in value && value.type === 'array')
    );
  });
}
