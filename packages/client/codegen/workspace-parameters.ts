import type { GeneratorVerbOptions } from 'orval';
import type { Workspace } from '../src/call/workspace.ts';

/** The parameters that a client with a workspace adds to each call. */
const WORKSPACE: Readonly<Record<keyof Workspace, true>> = { tenant_id: true, workspace_id: true };

/** The parameters of an operation for a client with a workspace. */
export interface WorkspaceParameters {
  /** Name of their type. */
  name: string;
  /** Whether all of them are optional. */
  isOptional: boolean;
}

/** Returns the parameters of an operation for a client with a workspace; `undefined` if it requires none anyway. */
export function workspaceParameters({
  queryParams,
  originalOperation,
}: GeneratorVerbOptions): WorkspaceParameters | undefined {
  const parameters = (originalOperation.parameters ?? []) as { name: string; required?: boolean }[];
  const required = parameters.filter((parameter) => parameter.required);
  const others = required.filter(({ name }) => !Object.hasOwn(WORKSPACE, name));
  if (!queryParams || others.length === required.length) return undefined;
  return { name: queryParams.schema.name.replace(/Params$/, 'WorkspaceParams'), isOptional: others.length === 0 };
}
