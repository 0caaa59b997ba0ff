/** The types of overrides, inferred from the contract. */
import type { operations, ProtocolResponses } from '@aispm/types';

/** The `operationId` of an operation. */
export type OperationName = keyof operations;

/** An operation: its `operationId`, or its function in `@aispm/client`. */
export type OperationReference<Name extends OperationName = OperationName> =
  | Name
  | { readonly metadata: { readonly id: Name } };

/** Statuses that proxies return, declared or not. Their bodies are unknown, or strings if the contract declares the status. */
interface GatewayResponses {
  502: { content: { any: unknown } };
  503: { content: { any: unknown } };
  504: { content: { any: unknown } };
}

type DeclaredResponses<Name extends OperationName> = operations[Name]['responses'];

/** The statuses that an operation can return: declared ones, and those of protocol responses and proxies. */
export type OverrideStatus<Name extends OperationName> =
  | (keyof DeclaredResponses<Name> & number)
  | (AcceptsKey<Name> extends true ? keyof ProtocolResponses : Exclude<keyof ProtocolResponses, 409 | 422>)
  | keyof GatewayResponses;

/** Whether an operation reads `Idempotency-Key`; the protocol responses 409 and 422 are about that header. */
type AcceptsKey<Name extends OperationName> = 'Idempotency-Key' extends keyof NonNullable<
  operations[Name]['parameters']['header']
>
  ? true
  : false;

type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;
type Lookup<Responses, Status> = Status extends keyof Responses ? ContentOf<Responses[Status]> : never;

/** The body of an operation's response with a status. */
export type OverrideBody<Name extends OperationName, Status> =
  | Lookup<DeclaredResponses<Name>, Status>
  | Lookup<ProtocolResponses, Status>
  | (Status extends keyof DeclaredResponses<Name> | keyof ProtocolResponses
      ? Status extends keyof GatewayResponses
        ? string
        : never
      : Lookup<GatewayResponses, Status>);

/** The optional properties of an override. */
export interface OverrideSettings {
  /** Headers that are added to the contract's headers, or replace them. */
  headers?: Readonly<Record<string, string>>;
  /** Delay before the response, in milliseconds, 0..30000. Default 0. */
  delayMs?: number;
  /** Applies to only one response. Default: to all responses, until it is removed. */
  once?: boolean;
  /** Applies to this number of responses, at least 1. Default: to all responses, until it is removed. */
  times?: number;
}

/** A response of an operation that replaces the mock's response. */
export type OverrideResponse<Name extends OperationName> = {
  [Status in OverrideStatus<Name>]: OverrideSettings & {
    status: Status;
    /** Default: the contract's first example. */
    body?: OverrideBody<Name, Status>;
  };
}[OverrideStatus<Name>];

type Parameters<Name extends OperationName, Part extends string> = operations[Name]['parameters'] extends infer All
  ? Part extends keyof All
    ? NonNullable<All[Part]>
    : Record<never, never>
  : never;

type RequestBody<Name extends OperationName> = operations[Name] extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content[keyof Content] | (undefined extends Body ? undefined : never)
    : undefined
  : undefined;

/** A valid request to an operation. */
export interface OverrideRequest<Name extends OperationName> {
  /** In uppercase. */
  method: string;
  /** Percent-encoded path with the base path, without the query. */
  path: string;
  /** Parameters of the path. */
  parameters: Parameters<Name, 'path'>;
  /** Parameters of the query. */
  query: Parameters<Name, 'query'>;
  /** Names in lowercase. */
  headers: Readonly<Record<string, string>>;
  /** The decoded body. */
  body: RequestBody<Name>;
}

/** Called for each valid request; can return undefined to leave it to older overrides and the mock. */
export type OverrideFunction<Name extends OperationName> = (
  request: OverrideRequest<Name>,
) => OverrideResponse<Name> | undefined | Promise<OverrideResponse<Name> | undefined>;

/** An active override. */
export interface Override {
  /** Identifies it in `/__mock/overrides/{id}`. */
  readonly id: string;
  /** Removes the override, if it is still active. */
  remove(): void;
}
