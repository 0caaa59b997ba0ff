/** Requests to operations with state. */
import type { ApiKey } from '@aispm/types';
import type { Operation } from '../core/contract-types.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import type { RuleCheck } from './request-rules.ts';
import type { TenantAccess } from './token-access.ts';

/** A valid request. */
export interface StateRequest {
  operation: Operation;
  /** Base path, for links. */
  base: string;
  /** Without the base path, percent-encoded. */
  path: string;
  /** Decoded. */
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** Checks the body against rules beyond its schema. */
  checkRules: RuleCheck;
  /** The token whose records are used: the request's token, or the token that created its API key. */
  token: string;
  /** The API key of the request, if a request created it. */
  key: ApiKey | undefined;
  /** The workspaces that the token has access to; undefined for all. */
  workspaces: TenantAccess | undefined;
  /** The workspace that the request selects, otherwise the caller's default; undefined without either. */
  workspace: WorkspaceScope | undefined;
  /** The query that selects a workspace other than the default; empty for the default. */
  selection: string;
}
