/** The URL of the published site, and its path, the base of all links. */
export interface SiteUrl {
  /** With a trailing slash. If it's undefined, the site omits everything that needs an absolute URL. */
  url: string | undefined;
  /** With a trailing slash. */
  base: string;
}

/**
 * Reads the value of `SITE_URL`.
 *
 * @throws {Error} if it isn't an absolute HTTP URL
 */
export function readSiteUrl(value: string | undefined): SiteUrl {
  if (!value) return { url: undefined, base: '/' };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      `SITE_URL is "${value}", which isn't a URL. Set it to a URL such as https://example.github.io/aispm/.`,
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return { url: url.href, base: url.pathname };
}

/** Writes `robots.txt`, which allows indexing all pages except those for developers of the site. */
export function robotsTxt({ url, base }: SiteUrl): string {
  const lines = ['User-agent: *', `Disallow: ${base}try.html`, `Disallow: ${base}coverage.html`];
  return `${[...lines, ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : [])].join('\n')}\n`;
}
