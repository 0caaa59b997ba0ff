import type { CallOptions, Client } from '../client.js';
import { ApiError, DecodeError, isApiError } from '../errors.js';
import { isJson } from './media-type.js';
import type { BodyKind, OperationMetadata } from './metadata.js';
import type { Answer, Reply } from './reply.js';
import { type Parameters, requestUrl } from './url.js';

/**
 * Makes the function of an operation from what the contract says about it. The generated code states the type of each
 * function; nothing here knows a single operation.
 */
export function operation<Operation>(metadata: OperationMetadata): Operation {
  const { id, method, body: mediaType, headers: headerNames } = metadata;
  const url = requestUrl(metadata);

  const result = async (
    client: Client,
    params: Parameters = {},
    { signal, headers }: CallOptions = {},
  ): Promise<Reply<number, unknown>> => {
    const own: Record<string, string | undefined> = {};
    for (const name of headerNames ?? []) own[name] = params[name] as string | undefined;
    let body: string | null = null;
    if (mediaType && params.body !== undefined) {
      body = JSON.stringify(params.body);
      own['content-type'] = mediaType;
    }
    const answer = await client.send(id, url(client.baseUrl, params), {
      method,
      headers: [own, headers],
      body,
      signal: signal ?? null,
    });
    return decode(metadata, answer);
  };

  const call = async (client: Client, params?: Parameters, options?: CallOptions): Promise<unknown> => {
    const reply = await result(client, params, options);
    if (isSuccess(reply.status) && declaredKind(metadata, reply.status)) return reply.data;
    throw new ApiError(id, reply);
  };

  const isError = (error: unknown): boolean => isApiError(error) && error.operation === id;

  return Object.assign(call, { result, isError, metadata }) as Operation;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What the contract says that an answer of this status carries; `undefined` when it does not declare the status. */
function declaredKind({ responses }: OperationMetadata, status: number): BodyKind | undefined {
  return (Object.keys(responses) as BodyKind[]).find((kind) => responses[kind]?.includes(status));
}

function decode(metadata: OperationMetadata, answer: Answer): Reply<number, unknown> {
  const { status, text, headers } = answer;
  const kind = declaredKind(metadata, status);
  let data: unknown;
  if (kind === 'json' || (!kind && isJson(headers.get('content-type') ?? ''))) data = parse(text);
  if (kind === 'json' && data === undefined && isSuccess(status)) throw new DecodeError(metadata.id, answer);
  if (kind === 'text' || (!kind && data === undefined && text)) data = text;
  return { ...answer, data };
}

/** The JSON value, or `undefined` when the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
