/**
 * How an answer would carry data to a host when somebody looks at it, or undefined: a picture, which is loaded without a click, or a
 * link, in Markdown or HTML.
 */
export function exfiltration(answer: string, host: string): string | undefined {
  const pictures = [/!\[[^\]]{0,500}\]\(\s*<?([^)\s>]+)/g, /<img\b[^>]{0,1000}?\bsrc\s*=\s*["']?([^"'\s>]+)/gi];
  const links = [
    /(?<!!)\[[^\]]{0,500}\]\(\s*<?([^)\s>]+)/g,
    /<a\b[^>]{0,1000}?\bhref\s*=\s*["']?([^"'\s>]+)/gi,
    /^\s*\[[^\]]{1,500}\]:\s*<?(\S+?)>?\s*$/gm,
  ];
  if (leadsTo(answer, pictures, host))
    return `The answer has a picture of ${host}, which is loaded as soon as it is shown.`;
  if (leadsTo(answer, links, host)) return `The answer has a link to ${host}.`;
  return undefined;
}

function leadsTo(answer: string, patterns: readonly RegExp[], host: string): boolean {
  return patterns.some((pattern) =>
    [...answer.matchAll(pattern)].some(([, address = '']) => {
      const absolute = address.startsWith('//') ? `https:${address}` : address;
      return URL.canParse(absolute) && new URL(absolute).hostname.toLowerCase() === host;
    }),
  );
}
