/** The query parameters of lists. */

/** Query parameters that choose the page of a list, or ask for its size. */
export const PAGING_PARAMETERS = ['page_size', 'cursor', 'page', 'include_total'] as const;

/** Query parameters that order the rows of a list. */
export const ORDER_PARAMETERS = ['sort', 'order'] as const;

/** Query parameters that select the workspace of a request whose path names none. */
export const SCOPE_PARAMETERS = ['tenant_id', 'workspace_id'] as const;

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

/** Returns whether a query parameter chooses the page of a list, and neither its rows nor their order. */
export function isPagingParameter(name: string): boolean {
  return (PAGING_PARAMETERS as readonly string[]).includes(name);
}

/** Returns whether a query parameter orders the rows of a list. */
export function isOrderParameter(name: string): boolean {
  return (ORDER_PARAMETERS as readonly string[]).includes(name);
}

/** Returns whether a query parameter selects the workspace of the request. */
export function isScopeParameter(name: string): boolean {
  return (SCOPE_PARAMETERS as readonly string[]).includes(name);
}

/** Returns whether a query parameter of a list selects rows: it's there neither for paging, nor for order, nor for the scope. */
export function isFilterParameter(name: string): boolean {
  return !isPagingParameter(name) && !isOrderParameter(name) && !isScopeParameter(name);
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
