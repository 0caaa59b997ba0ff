/** The URL of the published site, and its path, which is the base of all links. */
export interface SiteUrl {
  /** Ends in a slash. Undefined when it is not known: then there is nothing on the site that needs an absolute URL. */
  url: string | undefined;
  /** Ends in a slash. */
  base: string;
}

/**
 * Reads the value of `SITE_URL`.
 *
 * @throws {Error} when it is not an absolute URL of HTTP
 */
export function readSiteUrl(value: string | undefined): SiteUrl {
  if (!value) return { url: undefined, base: '/' };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      `SITE_URL is "${value}", which is not a URL. Set it to one such as https://example.github.io/aispm/.`,
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return { url: url.href, base: url.pathname };
}

/** Writes `robots.txt`: everything may be indexed but the pages that are for people who develop. */
export function robotsTxt({ url, base }: SiteUrl): string {
  const lines = ['User-agent: *', `Disallow: ${base}try.html`, `Disallow: ${base}coverage.html`];
  return `${[...lines, ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : [])].join('\n')}\n`;
}
