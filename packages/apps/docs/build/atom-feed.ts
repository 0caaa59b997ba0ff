/** A release in the feed. */
export interface FeedEntry {
  version: string;
  /** The day of the release, such as `2026-11-23`. */
  date: string;
  /** The changes as HTML. */
  html: string;
}

/**
 * Writes the releases as an Atom feed (RFC 4287).
 *
 * @param site URL of the published site, with a trailing slash
 * @param entries at least one, newest first
 */
export function atomFeed(title: string, site: string, entries: readonly FeedEntry[]): string {
  const page = `${site}guides/changelog.html`;
  const [newest] = entries;
  if (!newest) throw new Error('A feed needs a release. spec/releases has none.');
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escapeXml(title)}</title>`,
    `  <id>${escapeXml(page)}</id>`,
    `  <link href="${escapeXml(page)}"/>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(`${site}changelog.xml`)}"/>`,
    `  <author><name>${escapeXml(title)}</name></author>`,
    `  <updated>${newest.date}T00:00:00Z</updated>`,
    ...entries.flatMap(({ version, date, html }) => [
      '  <entry>',
      `    <title>${escapeXml(version)}</title>`,
      `    <id>${escapeXml(`${page}#_${version.replaceAll('.', '-')}`)}</id>`,
      `    <link href="${escapeXml(`${page}#_${version.replaceAll('.', '-')}`)}"/>`,
      `    <updated>${date}T00:00:00Z</updated>`,
      `    <content type="html">${escapeXml(html)}</content>`,
      '  </entry>',
    ]),
    '</feed>',
  ].join('\n')}\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
