/** The `Location` of responses: the path of what a request created or started. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { isJsonObject, type JsonObject, parseTimestamp } from '../bundled/openapi.ts';
import { encodeSegment, fillPath } from '../http/router.ts';
import type { StateRequest } from '../requests/state-request.ts';
import type { Action } from '../sample-data/collections.ts';
import { formatTime } from '../state/jobs/runs.ts';

const LOCATION = 'Location';

/** The last result for an output: without state, an example has the same `Location` each time, and is serialized once. */
const located = new WeakMap<IHttpResponse, IHttpResponse>();

/** Sets the `Location` of a response, if its operation declares one. */
export function withLocation(action: Action, request: StateRequest, output: IHttpResponse): IHttpResponse {
  const declared = request.operation.responses.find(({ code }) => code === String(output.statusCode));
  if (!declared?.headers?.some(({ name }) => name === LOCATION)) return output;
  const location = findLocation(action, request, output.body);
  if (location === undefined) return output;
  const known = located.get(output);
  if (known?.headers?.[LOCATION] === location) return known;
  const result = { ...output, headers: { ...output.headers, [LOCATION]: location } };
  located.set(output, result);
  return result;
}

/** Returns the path of what a body describes, with the base path; undefined when the body doesn't identify it. */
function findLocation({ name, collection }: Action, request: StateRequest, body: unknown): string | undefined {
  const { base, path, parameters, selection } = request;
  const record = isJsonObject(body) ? body : {};
  if (name === 'ingest') return `${base}${path}?${new URLSearchParams(findPeriod(request.body, record.results))}`;
  const { path: listPath, idField } = (name === 'run' && collection.runs) || collection;
  const given = name === 'export' ? record.export_workflow_id : record[idField];
  const id = given ?? parameters[collection.parameter];
  if (typeof id !== 'string') return undefined;
  const parent = name === 'export' ? path : fillPath(listPath, parameters);
  return `${base}${parent}/${encodeSegment(id)}${selection}`;
}

/** Returns the period of the accepted interactions of a batch. */
function findPeriod(body: unknown, results: unknown): Record<string, string> {
  const { interactions } = body as { interactions: JsonObject[] };
  const outcomes = Array.isArray(results) && results.length === interactions.length ? results : [];
  const accepted = interactions.filter((_, index) => outcomes[index]?.status !== 'rejected');
  const starts = accepted.map(({ started_at }) => parseTimestamp(String(started_at)).ms);
  return { start_time: formatTime(Math.min(...starts)), end_time: formatTime(Math.max(...starts)) };
}
