import { createHash } from 'node:crypto';

/**
 * Puts a policy into a page that lets nothing come from, or go to, another site, and no script run that is not a file
 * of this one or one of the page's own inline scripts as they stand.
 *
 * Styles may be inline: the highlighted code carries its colours, and Redoc writes its styles while it runs.
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
