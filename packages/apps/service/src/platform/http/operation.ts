/** Requests and responses of handlers, typed by the contract. */
import type { operations } from '@aispm/types';
import type { Defaulted } from '../../generated/defaults.ts';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { Services } from '../services/services.ts';

type Parameters<Id extends OperationId, In extends string> = operations[Id]['parameters'] extends infer P
  ? In extends keyof P
    ? NonNullable<P[In]>
    : never
  : never;

type Query<Id extends OperationId> = [Parameters<Id, 'query'>] extends [never]
  ? Record<never, never>
  : Parameters<Id, 'query'> &
      Required<Pick<Parameters<Id, 'query'>, Extract<Defaulted[Id], keyof Parameters<Id, 'query'>>>>;

type Headers<Id extends OperationId> = [Parameters<Id, 'header'>] extends [never]
  ? Record<never, never>
  : { [Name in keyof Parameters<Id, 'header'> as Lowercase<Name & string>]: Parameters<Id, 'header'>[Name] };

type Path<Id extends OperationId> = [Parameters<Id, 'path'>] extends [never]
  ? Record<never, never>
  : Parameters<Id, 'path'>;

type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : undefined;

type Success = 200 | 201 | 202 | 204;

type Content<Response> = Response extends { content: { 'application/json': infer B } } ? B : undefined;

/** The successful responses of an operation. */
export type OperationResponse<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: {
    status: Status;
    /** Names in lower case. */
    headers?: Record<string, string>;
    /** Identifiers of the records that a write changed, for the audit log, unless the path or `Location` has them. */
    affected?: readonly string[];
  } & (Content<operations[Id]['responses'][Status]> extends undefined
    ? { body?: string | AsyncIterable<string> }
    : { body: Content<operations[Id]['responses'][Status]> });
}[keyof operations[Id]['responses'] & Success];

/** Runs queries. */
type RunQueries = <R>(run: (db: Db) => Promise<R>) => Promise<R>;

/** A valid request, with the parameters that the operation declares and no others. */
export interface OperationRequest<Id extends OperationId = OperationId> {
  path: Path<Id>;
  /** Parameters with a default always have a value. */
  query: Query<Id>;
  /** Names in lower case. */
  headers: Headers<Id>;
  body: Body<Id>;
  /** Path of the request, with the base path and without the query. */
  url: string;
  /** The caller and the workspace, from the path or query; otherwise, the API key's default workspace. */
  scope: Scope;
  requestId: string;
  /** The client's IP address; empty if the connection has ended. */
  remoteAddress: string;
  /** Without the database: a request uses one connection, through the properties below. */
  services: Omit<Services, 'database'>;
  /**
   * Runs short, read-only queries in the scope of the request, under row-level security. Other reads of the same user in the
   * same workspace wait for them, so only use it for rows that an index finds, not for counts or searches.
   */
  read: RunQueries;
  /** Runs queries in the scope of the request, under row-level security. */
  database: RunQueries;
  /**
   * Runs queries in a transaction. With an `Idempotency-Key`, the complete request is one transaction, including the stored
   * response.
   */
  transaction: RunQueries;
  /**
   * Runs queries on a consistent snapshot of the database. Only for operations without an `Idempotency-Key`, because requests
   * with one have already started a transaction.
   */
  snapshot: 'idempotency-key' extends keyof Headers<Id> ? never : RunQueries;
  /** Registers an action to run after the request is committed, such as waking a worker. */
  afterCommit: (action: () => void) => void;
}

/** Implements an operation. */
export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<OperationResponse<Id>>;

/** One handler for each operation. */
export type Handlers<Ids extends OperationId = OperationId> = { [Id in Ids]: Handler<Id> };
