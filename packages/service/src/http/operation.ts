/** What a handler of an operation gets and gives: typed by the contract. */
import type { operations } from '@aispm/types';
import type { OperationId } from '../contract/contract.ts';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import type { Defaulted } from '../generated/defaults.ts';
import type { Services } from '../services.ts';

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

/** The successful answers of an operation. */
export type Answer<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: {
    status: Status;
    /** Names in lower case. */
    headers?: Record<string, string>;
  } & (Content<operations[Id]['responses'][Status]> extends undefined
    ? { body?: string | AsyncIterable<string> }
    : { body: Content<operations[Id]['responses'][Status]> });
}[keyof operations[Id]['responses'] & Success];

/** A request that fits the contract. */
export interface OperationRequest<Id extends OperationId = OperationId> {
  path: Path<Id>;
  /** Parameters with a default are always there. */
  query: Query<Id>;
  /** Names in lower case. */
  headers: Headers<Id>;
  body: Body<Id>;
  /** Path of the request, with the base path and without the query. */
  url: string;
  /** The caller and the workspace: that of the path, otherwise the default one of the API key. */
  scope: Scope;
  requestId: string;
  services: Services;
  /** Runs queries in the scope of the request, under row-level security. */
  database: <R>(work: (db: Db) => Promise<R>) => Promise<R>;
  /**
   * Runs queries that take effect as a whole or not at all. With an `Idempotency-Key` the whole request is one transaction,
   * together with the answer that is kept.
   */
  transaction: <R>(work: (db: Db) => Promise<R>) => Promise<R>;
  /** Has something done once the effect of the request is there for others to see, such as to wake a worker. */
  afterCommit: (action: () => void) => void;
}

/** Carries out an operation. */
export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<Answer<Id>>;

/** One handler for each of some operations. */
export type Handlers<Ids extends OperationId = OperationId> = { [Id in Ids]: Handler<Id> };
