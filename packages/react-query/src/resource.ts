import type { OperationMetadata } from '@aispm/client';

/** What a query returns: a list of a resource, one record or summary, or related data of one record. */
export type QueryKind = 'list' | 'detail' | 'edge';

/** The resource of an operation, derived from its path. */
export interface Resource {
  /** Name of the resource: the literal segments before the first parameter, such as `issues` or `eval/evaluations`. */
  readonly name: string;
  /** What a GET returns. */
  readonly kind: QueryKind;
  /** The path after the parameter that identifies the record, such as `history`; `undefined` if it is empty or only has parameters. */
  readonly edge: string | undefined;
}

/** Returns the resource of an operation, without the tenant and the workspace of its path. */
export function readResource({ path, paging }: Pick<OperationMetadata, 'path' | 'paging'>): Resource {
  const segments = path.replaceAll(/\/\w+\/{(tenant|workspace)_id}/g, '').split('/');
  const isLiteral = (segment: string): boolean => !!segment && !segment.startsWith('{');
  const record = segments.findIndex((segment) => segment.startsWith('{'));
  const rest = record < 0 ? [] : segments.slice(record + 1);
  const edge = rest.filter(isLiteral).join('/') || undefined;
  const before = record < 0 ? segments : segments.slice(0, record);
  return {
    name: before.filter(isLiteral).join('/'),
    kind: edge || rest.includes('{edge}') ? 'edge' : paging ? 'list' : 'detail',
    edge,
  };
}
