/** Selects the media type of a response that has several, such as a CSV or NDJSON file. */
import type { Operation } from '../core/contract-types.ts';
import type { ParsedRequest } from './request.ts';

/** File names end in the value of the format, regardless of the example of the header: `agents.ndjson` for `format=ndjson`. */
export function alignFileName(headers: Record<string, string>, { findValue }: FormatParameter): Record<string, string> {
  const name = 'content-disposition';
  const value = findValue(headers['content-type'] ?? '');
  const known = headers[name];
  if (known === undefined || value === undefined) return headers;
  return { ...headers, [name]: withExtension(known, value) };
}

/** Replaces the extension of the file in `attachment; filename="agents.csv"`. */
function withExtension(disposition: string, extension: string): string {
  return disposition
    .split(';')
    .map((part) => (/^\s*filename\*?=/.test(part) ? part.replace(/\.\w+("?)$/, `.${extension}$1`) : part))
    .join(';');
}

/** The query parameter that selects the media type of a response. */
export interface FormatParameter {
  name: string;
  /** Returns the media type that a request selects; undefined for an unknown one. */
  findMediaType(query: ParsedRequest['query']): string | undefined;
  /** Returns the value of the parameter for a media type; undefined for an unknown one. */
  findValue(mediaType: string): string | undefined;
}

/**
 * Finds the query parameter that selects the format, as `format=csv` selects `text/csv`: its values are the subtypes of the
 * media types, without `x-`. Its default applies when it is absent.
 *
 * @returns undefined when there is no such parameter, so that `Accept` decides
 */
export function findFormatParameter({ request }: Operation, mediaTypes: string[]): FormatParameter | undefined {
  if (mediaTypes.length < 2) return undefined;
  const toValue = (mediaType: string) => mediaType.replace(/^.*\/(?:x-)?/, '');
  const byValue = new Map<unknown, string>(mediaTypes.map((mediaType) => [toValue(mediaType), mediaType]));
  const parameter = request?.query?.find(({ schema }) => {
    const values = schema?.enum ?? [];
    return values.length === byValue.size && values.every((value) => byValue.has(value));
  });
  if (!parameter) return undefined;
  const { name, schema } = parameter;
  return {
    name,
    findMediaType: (query) => byValue.get(query[name] ?? schema?.default),
    findValue: (mediaType) => (mediaTypes.includes(mediaType) ? toValue(mediaType) : undefined),
  };
}
