/**
 * `npm run docs:publish`: puts the built documentation and the coverage of the contract together into one folder, ready to
 * be published. What is built stays as it is: the table comes from the tests, and no build depends on those.
 *
 *     node coverage/publish.ts TARGET
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contractDigest } from '@aispm/spec/digest';

/** Where the documentation has its page for the table; built, it says that the table is missing. */
const PAGE = 'coverage.html';

/**
 * Copies a site, with the table in the place of its page for it.
 *
 * @param site folder of the built documentation
 * @param reports folder with `coverage.html` and `coverage.json`, which the tests leave
 * @param target folder to write; what it had goes
 * @param digest of the contract that the site shows
 * @throws Error when the site has no such page, or when the table is missing or is that of another contract
 */
export function publish(site: string, reports: string, target: string, digest: string): void {
  if (!existsSync(join(site, PAGE))) throw new Error(`${site} has no ${PAGE} that links could lead to.`);
  const books = join(reports, 'coverage.json');
  if (!existsSync(books)) throw new Error(`${books} is not there: run "npm test -w @aispm/contract-tests".`);
  const { contract } = JSON.parse(readFileSync(books, 'utf8')) as { contract: { digest: string } };
  if (contract.digest !== digest) throw new Error(`${books} is about another contract: run the tests again.`);
  rmSync(target, { recursive: true, force: true });
  cpSync(site, target, { recursive: true });
  cpSync(join(reports, PAGE), join(target, PAGE));
}

if (import.meta.main) {
  const own = join(import.meta.dirname, '..');
  const [target] = process.argv.slice(2);
  if (!target) throw new Error('Say which folder to write.');
  publish(join(own, '../docs/dist'), join(own, 'reports'), resolve(target), contractDigest);
}
