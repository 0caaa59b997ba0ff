/** Decides whether a client accepts a response. */

const MEDIA_RANGE =
  /^\s*([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)((?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"]*"))*)\s*$/;

/** A media range of an `Accept` header. */
interface MediaRange {
  type: string;
  subtype: string;
  /** Between 0 and 1; 0 excludes what the range matches. */
  quality: number;
}

/**
 * Returns whether an `Accept` header allows one of the media types. As in RFC 9110, the most specific range that matches a media
 * type applies to it, and malformed ranges are ignored: a header without other ranges allows every media type.
 *
 * @param offered media types without parameters; in UTF-8
 */
export function isAcceptable(accept: string | undefined, offered: readonly string[]): boolean {
  if (accept === undefined || accept === '*/*' || offered.length === 0) return true;
  const ranges = accept.split(',').filter((range) => MEDIA_RANGE.test(range));
  if (ranges.length === 0) return true;
  const parsed = ranges.flatMap(parseRange);
  return offered.some((mediaType) => getQuality(mediaType.toLowerCase(), parsed) > 0);
}

/** Parses a media range; none if it has parameters that no response has. */
function parseRange(text: string): MediaRange[] {
  const [, type = '', subtype = '', list = ''] = MEDIA_RANGE.exec(text) ?? [];
  const parameters = list
    .split(';')
    .slice(1)
    .map((parameter) => parameter.toLowerCase().replaceAll(/[\s"]/g, ''));
  const others = parameters.filter((one) => !one.startsWith('q=') && one !== 'charset=utf-8');
  if (others.length > 0) return [];
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
  return [{ type: type.toLowerCase(), subtype: subtype.toLowerCase(), quality: Number.isNaN(quality) ? 1 : quality }];
}

function getQuality(mediaType: string, ranges: readonly MediaRange[]): number {
  const [type, subtype] = mediaType.split('/');
  const find = (first: string | undefined, second: string | undefined) =>
    ranges.find((range) => range.type === first && range.subtype === second)?.quality;
  return find(type, subtype) ?? find(type, '*') ?? find('*', '*') ?? 0;
}
