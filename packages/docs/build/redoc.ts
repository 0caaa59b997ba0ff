import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const redocly = dirname(fileURLToPath(import.meta.resolve('@redocly/cli/package.json')));

/** The word "Redoc" after "API docs by", in place of a picture that Redoc loads from its maker's servers. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#767676">Redoc</text></svg>',
)}`;

/** The script of Redoc that ships with the Redocly CLI, without what it would load from elsewhere. */
export function redocScript(): string {
  const [script] = globSync('lib/**/redoc.standalone.js', { cwd: redocly });
  if (!script)
    throw new Error(`No redoc.standalone.js in ${redocly}: this version of @redocly/cli keeps Redoc elsewhere.`);
  return readFileSync(join(redocly, script), 'utf8').replaceAll(
    /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g,
    logo,
  );
}

/** A name for a file that changes with its content: `redoc.js` becomes `redoc.0123456789ab.js`. */
export function hashedName(name: string, content: string): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return name.replace(/\.[^.]+$/, (extension) => `.${digest}${extension}`);
}
