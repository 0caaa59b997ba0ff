import { findParameter, type Operation, splitRecordPath } from '../contract/operation.ts';

/** The path parameter that names an edge, and the edges that it accepts. */
export interface EdgeParameter {
  name: string;
  edges: string[];
}

/** Returns the last path parameter if it names an edge, that is, if it has an enumeration; undefined otherwise. */
export function findEdgeParameter(operation: Operation): EdgeParameter | undefined {
  const { name } = splitRecordPath(operation.path) ?? {};
  const values = name === undefined ? undefined : findParameter(operation, 'path', name)?.schema.enum;
  return name === undefined || !values ? undefined : { name, edges: values as string[] };
}
