/**
 * `npm run lint:expressions -w @aispm/scripts`: finds regular expressions that take more than linear time. One of them, on a string from an attacker, stops a
 * process for minutes.
 *
 * Checked are the expressions of all packages that read external strings, and the patterns of the contract, which validators run on
 * requests. recheck searches for a string that makes an expression slow, and `find-slow.ts` repeats what parts of the expression match. The
 * expression is accepted if the worst string takes Node.js no longer than `MAX_MS`: limited repetitions are slow only in theory.
 *
 * The search takes up to ten seconds for each expression, so `checked-expressions.txt` has the digests of those that were accepted.
 * `--write` records the accepted ones, and `--all` checks every expression again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Diagnostics } from 'recheck';
import { findSlow } from './find-slow.ts';
import { type Expression, longestText, MAX_MS, measure, readExpressions } from './read-expressions.ts';

/** Time that the search for a slow string may take, in milliseconds. */
const SEARCH_TIMEOUT_MS = 10_000;

/** Creates the string that recheck found, of any length. */
function createAttack({ attack }: Extract<Diagnostics, { status: 'vulnerable' }>, length: number): string {
  const pumps = attack.pumps.map(({ prefix, pump, bias }) => ({ prefix, pump, bias }));
  const fixed = pumps.reduce((total, { prefix }) => total + prefix.length, attack.suffix.length);
  const repeated = pumps.reduce((total, { pump }) => total + pump.length, 0);
  const count = Math.max(1, Math.floor((length - fixed) / Math.max(1, repeated)));
  return `${pumps.map(({ prefix, pump }) => `${prefix}${pump.repeat(count)}`).join('')}${attack.suffix}`;
}

async function findProblem(expression: Expression): Promise<string | undefined> {
  // recheck doesn't know these flags; they change nothing about the time.
  const flags = expression.flags.replace('v', 'u').replace('d', '');
  const result = await check(expression.source, flags, { timeout: SEARCH_TIMEOUT_MS });
  if (result.status !== 'vulnerable') return findSlow(expression);
  const text = createAttack(result, longestText(expression));
  const duration = measure(expression, text);
  if (duration <= MAX_MS) return findSlow(expression);
  return `${expression.place}  ${result.complexity.summary}: ${Math.round(duration)} ms for ${text.length} characters such as ${result.attack.pattern}  /${expression.source}/${expression.flags}`;
}

/** Returns a digest of what the verdict on an expression depends on: the expression, and the length of its strings. */
function digest(expression: Expression): string {
  const { source, flags } = expression;
  return createHash('sha256')
    .update(`/${source}/${flags} ${longestText(expression)}`)
    .digest('hex')
    .slice(0, 20);
}

const RECORD = join(import.meta.dirname, 'checked-expressions.txt');
const checked = new Set(process.argv.includes('--all') ? [] : readFileSync(RECORD, 'utf8').split('\n'));
const read = readExpressions();
const problems = [...read.problems];
const expressions = new Map(read.expressions.map((expression) => [digest(expression), expression]));
const accepted: string[] = [];
for (const [key, expression] of expressions) {
  const problem = checked.has(key) ? undefined : await findProblem(expression);
  if (problem === undefined) accepted.push(key);
  else problems.push(problem);
}
if (process.argv.includes('--write')) writeFileSync(RECORD, `${accepted.sort().join('\n')}\n`);
const pending = accepted.filter((key) => !checked.has(key)).length;
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.stdout.write(`${expressions.size} regular expressions, ${problems.length} problems.\n`);
if (pending > 0 && !process.argv.includes('--write') && !process.argv.includes('--all')) {
  process.stdout.write(
    `${pending} were checked now. Record them: npm run lint:expressions -w @aispm/scripts -- --write\n`,
  );
}
process.exitCode = problems.length > 0 ? 1 : 0;
