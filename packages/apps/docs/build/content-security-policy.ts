import { createHash } from 'node:crypto';

/**
 * Adds a Content Security Policy to a page: it loads nothing from other sites and sends nothing to them, and runs no
 * scripts but the files of this site and the inline scripts that the page has now.
 *
 * Inline styles are allowed: highlighted code has inline colors.
 */
export function withContentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf-8">',
    `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
