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

/** What a request must contain. */
export interface RequestMatch {
  /** Parameters of the path with these values. */
  readonly path?: Readonly<Record<string, string>>;
  /** Parameters of the query with these values; of a repeated parameter, each value of an array must occur. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Properties of the JSON body, at any depth; arrays must be equal. */
  readonly body?: unknown;
}

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
  /** Applies only to requests that contain this. Default: to all requests. */
  match?: RequestMatch;
}

/** A response that doesn't have to conform to the contract, to test how a client handles it. */
export interface UncheckedResponse extends OverrideSettings {
  unchecked: true;
  /** From 200 to 599. */
  status: number;
  /** A string, bytes or a stream are sent as they are, other values as JSON. Default: none. */
  body?: unknown;
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

/** What the function of an override returns; undefined to leave the request to older overrides and the mock. */
type OverrideResult<Name extends OperationName> = OverrideResponse<Name> | UncheckedResponse | undefined;

/**
 * Called for each valid request.
 *
 * @param next returns the response of older overrides or the mock, for example to change one property of its body
 */
export type OverrideFunction<Name extends OperationName> = (
  request: OverrideRequest<Name>,
  next: () => Promise<OverrideResponse<Name>>,
) => OverrideResult<Name> | Promise<OverrideResult<Name>>;

/** An active override. */
export interface Override {
  /** Identifies it in `/__mock/overrides/{id}`. */
  readonly id: string;
  /** Removes the override, if it is still active. */
  remove(): void;
}
