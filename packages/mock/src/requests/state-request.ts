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
  /** Checks the body by the rules in addition to its schema. */
  checkRules: RuleCheck;
  /** The token whose records are stored: that of the request, or of the request that created its API key. */
  token: string;
  /** The API key of the request, when a request has created it. */
  key: ApiKey | undefined;
  /** What the token has access to; undefined for everything. */
  workspaces: TenantAccess | undefined;
  /** The workspace that the request names, or the default one of the caller; undefined without any. */
  workspace: WorkspaceScope | undefined;
  /** The query that selects another workspace than the default one; empty for the default. */
  selection: string;
}
