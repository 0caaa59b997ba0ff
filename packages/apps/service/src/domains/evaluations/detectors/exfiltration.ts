/**
 * Describes how displaying a response would send data to a host: by an image, which is loaded without a click, or by a
 * link, in Markdown or HTML. Undefined when it would not.
 */
export function findExfiltration(response: string, host: string): string | undefined {
  const images = [/!\[[^\]]{0,500}\]\(\s*<?([^)\s>]+)/g, /<img\b[^>]{0,1000}?\bsrc\s*=\s*["']?([^"'\s>]+)/gi];
  const links = [
    /(?<!!)\[[^\]]{0,500}\]\(\s*<?([^)\s>]+)/g,
    /<a\b[^>]{0,1000}?\bhref\s*=\s*["']?([^"'\s>]+)/gi,
    /^\s*\[[^\]]{1,500}\]:\s*<?(\S+?)>?\s*$/gm,
  ];
  if (pointsTo(response, images, host))
    return `The response contains an image of ${host}, which is loaded as soon as it is displayed.`;
  if (pointsTo(response, links, host)) return `The response contains a link to ${host}.`;
  return undefined;
}

function pointsTo(response: string, patterns: readonly RegExp[], host: string): boolean {
  return patterns.some((pattern) =>
    [...response.matchAll(pattern)].some(([, address = '']) => {
      const absolute = address.startsWith('//') ? `https:${address}` : address;
      return URL.canParse(absolute) && new URL(absolute).hostname.toLowerCase() === host;
    }),
  );
}
