/** The operations that read from a workspace or for a caller, each as a request for the records of the sample data. */
import { OPERATIONS, type OperationId } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_PATHS, EXAMPLE_QUERIES } from '../contract-examples.ts';

/** A request. */
export interface Read {
  operationId: OperationId;
  /** For {@link Meter}. */
  path: string;
}

/** Where the operation needs a window: that of the sample data. */
const WINDOW: Readonly<Record<string, string>> = {
  start_time: '2026-11-01T00:00:00Z',
  end_time: '2026-11-26T00:00:00Z',
};

/** Lists all operations that read, in the order of the contract. */
export function listReads(): Read[] {
  return [...OPERATIONS.values()]
    .filter(({ method }) => method === 'GET')
    .map(({ operationId, path }) => {
      const values = EXAMPLE_PATHS.get(operationId) ?? {};
      const filled = path
        .replace(/^\//, '')
        .replace('tenants/{tenant_id}/workspaces/{workspace_id}', '{workspace}')
        .replace(/\{(?!workspace\})(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
      const required = (EXAMPLE_QUERIES.get(operationId) ?? []).map(([name, value]) => [name, WINDOW[name] ?? value]);
      const query = new URLSearchParams(Object.fromEntries(required));
      return { operationId, path: required.length > 0 ? `${filled}?${query}` : filled };
    });
}
