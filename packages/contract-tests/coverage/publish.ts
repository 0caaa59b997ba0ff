/**
 * `npm run docs:publish -w @aispm/scripts`: combines the built documentation and the coverage of the contract in one folder, ready for
 * publishing. The build of the documentation doesn't depend on the tests, which create the coverage.
 *
 *     node coverage/publish.ts TARGET
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contractDigest } from '@aispm/spec/digest';

/** The page of the documentation that the coverage replaces. */
const PAGE = 'coverage.html';

/** The folders of {@link publish}. */
export interface PublishFolders {
  /** The built documentation. */
  site: string;
  /** The reports of the tests: `coverage.html` and `coverage.json`. */
  reports: string;
  /** The folder to write; its content is deleted. */
  target: string;
}

/**
 * Copies the documentation, and replaces its page for the coverage.
 *
 * @param digest of the contract that the documentation describes
 * @throws {Error} when the documentation has no such page, or when the coverage is missing or belongs to another contract
 */
export function publish({ site, reports, target }: PublishFolders, digest: string): void {
  if (!existsSync(join(site, PAGE))) throw new Error(`${site} has no page ${PAGE}: build the documentation again.`);
  const file = join(reports, 'coverage.json');
  if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run test:contract".`);
  const { contract } = JSON.parse(readFileSync(file, 'utf8')) as { contract: { digest: string } };
  if (contract.digest !== digest) throw new Error(`${file} is about another contract: run the tests again.`);
  rmSync(target, { recursive: true, force: true });
  cpSync(site, target, { recursive: true });
  cpSync(join(reports, PAGE), join(target, PAGE));
}

/** Printed if the documentation was built without the URL where it will be published. */
const NO_SITE_URL =
  'SITE_URL is not set: the site has no sitemap, no feed and no preview images. Set it to the URL of the published site, such as https://example.github.io/aispm/.\n';

/** The folders of the repository. */
export const BUILT = {
  site: join(import.meta.dirname, '../../apps/docs/dist'),
  reports: join(import.meta.dirname, '../reports'),
};

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (!target) throw new Error('The argument TARGET is missing: name the folder to write.');
  publish({ ...BUILT, target: resolve(target) }, contractDigest);
  if (!process.env.SITE_URL) process.stderr.write(NO_SITE_URL);
}
