/** The form of a success that has several, such as a file as CSV or as JSON lines. */
import type { Operation } from './contract.js';
import type { ParsedRequest } from './request.js';

/** The query parameter that chooses among the media types of a success. */
export interface FormParameter {
  name: string;
  /** The media type that a request asks for; undefined when it asks for one that there is not. */
  mediaTypeOf(query: ParsedRequest['query']): string | undefined;
}

/**
 * Finds the parameter by which clients choose the form, as `format=csv` chooses `text/csv`: it has a value for each media
 * type of the success, which is the subtype or that without `x-`. Its default chooses where it is absent.
 *
 * @returns undefined when there is no such parameter, and `Accept` decides
 */
export function findFormParameter({ request }: Operation, mediaTypes: string[]): FormParameter | undefined {
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
  return { name, mediaTypeOf: (query) => byValue.get(query[name] ?? schema?.default) };
}
