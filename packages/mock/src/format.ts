/** Chooses the media type of a response that has several, such as a file as CSV or NDJSON. */
import type { Operation } from './contract-types.ts';
import type { ParsedRequest } from './request.ts';

/** The query parameter that chooses among the media types of a response. */
export interface FormatParameter {
  name: string;
  /** Returns the media type that a request chooses; undefined when it names an unknown one. */
  findMediaType(query: ParsedRequest['query']): string | undefined;
}

/**
 * Finds the query parameter that chooses the format, as `format=csv` chooses `text/csv`: its values are the subtypes of the
 * media types, without `x-`. Its default applies when it is absent.
 *
 * @returns undefined when there is no such parameter, and `Accept` chooses
 */
export function findFormatParameter({ request }: Operation, mediaTypes: string[]): FormatParameter | undefined {
  if (mediaTypes.length < 2) return undefined;
  const byValue = new Map<unknown, string>(
    mediaTypes.map((mediaType) => [mediaType.replace(/^.*\/(?:x-)?/, ''), mediaType]),
  );
  const parameter = request?.query?.find(({ schema }) => {
    const values = schema?.enum ?? [];
    return values.length === byValue.size && values.every((value) => byValue.has(value));
  });
  if (!parameter) return undefined;
  const { name, schema } = parameter;
  return { name, findMediaType: (query) => byValue.get(query[name] ?? schema?.default) };
}
