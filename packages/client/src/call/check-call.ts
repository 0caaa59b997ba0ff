import { CALL_OPTIONS, checkShared, requireKnown, requireObject } from './check-options.ts';
import type { Client } from './client.ts';
import type { OperationMetadata } from './metadata.ts';
import type { CallOptions } from './options.ts';
import type { Parameters } from './url.ts';

/** A call of any operation. */
type AnyCall = (client: Client, params?: Parameters, options?: CallOptions) => Promise<unknown>;

/** Returns an operation that rejects mistakes in its calls, see {@link checkCall}. */
export function withChecks<Operation>(operation: Operation, metadata: OperationMetadata): Operation {
  const checked = (call: AnyCall): AnyCall => {
    return async (client, params = {}, options = {}) => {
      checkCall(client, metadata, params, options);
      return call(client, params, options);
    };
  };
  const { result } = operation as { result: AnyCall };
  return Object.assign(checked(operation as AnyCall), operation, { result: checked(result) });
}

/**
 * Rejects mistakes in a call that TypeScript would find, but a program in JavaScript would only notice by wrong data, such as a list
 * without its filter.
 *
 * @throws TypeError with the operation and the name, when the client is missing, or a parameter or an option is unknown.
 */
function checkCall(client: Client, metadata: OperationMetadata, params: Parameters, options: CallOptions): void {
  const { id, path, query = [], headers = [], body } = metadata;
  if (typeof client?.send !== 'function') throw new TypeError(`${id}: the first argument must be a client`);
  requireObject(id, 'parameters', params);
  const pathNames = path.split(/[{}]/).filter((_, index) => index % 2);
  const names = [
    ...pathNames,
    ...query.map((parameter) => (typeof parameter === 'string' ? parameter : parameter[0])),
    ...headers,
    ...(body ? ['body'] : []),
    // A client with a workspace also has these for operations that don't use them.
    'tenant_id',
    'workspace_id',
  ];
  requireKnown(id, 'parameter', params, names);
  const complete = client.completeParameters?.(params) ?? params;
  const missing = pathNames.find((name) => complete[name] == null);
  if (missing) throw new TypeError(`${id}: ${missing} is missing`);
  checkShared(id, options, CALL_OPTIONS);
}
