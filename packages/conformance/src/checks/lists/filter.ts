import { isFilterParameter } from '@aispm/openapi';
import type { Operation, Parameter, Schema } from '../../contract/operation.ts';

/** A query parameter that selects rows. */
export interface Filter {
  parameter: Parameter;
  /** The schema of one value. */
  value: Schema;
}

/** Lists the filters of an operation. */
export function listFilters({ parameters }: Operation): Filter[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && isFilterParameter(parameter.name))
    .map((parameter) => ({ parameter, value: parameter.schema.items ?? parameter.schema }));
}

/** Returns whether a filter accepts any string. */
export function isTextFilter({ schema }: Parameter): boolean {
  const value = schema.items ?? schema;
  return value.type === 'string' && !value.enum && !value.format && !value.pattern;
}
