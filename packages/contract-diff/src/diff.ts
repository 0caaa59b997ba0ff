/**
 * `npm run contract:diff`: compares the working contract with the last release and with `main`, and fails when its version
 * does not say what has changed.
 *
 *     --markdown FILE   writes the report there as well, as Markdown
 *     --no-main         compares with the release only
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiReports } from './api-reports.ts';
import { versionOf } from './document.ts';
import { readExemptions } from './exemptions.ts';
import { faultsOfVersion, findChanges } from './gate.ts';
import { commitToCompare, contractAt } from './git-main.ts';
import { releases, workingState } from './releases.ts';
import { asMarkdown, asText, summary } from './report.ts';
import { stepBetween } from './verdict.ts';

async function main(): Promise<string[]> {
  const { values } = parseArgs({
    options: { markdown: { type: 'string' }, 'no-main': { type: 'boolean', default: false } },
  });
  const working = { ...workingState(), surface: apiReports() };
  const release = releases().at(-1);
  if (!release) throw new Error('spec/releases has no release to compare with.');
  const exemptions = readExemptions();
  const sinceRelease = await findChanges(release, working, exemptions);
  const faults = faultsOfVersion(sinceRelease, exemptions, new Date().toISOString().slice(0, 10));
  const markdown = [`## Since ${release.version}`, `In all, ${summary(sinceRelease)}`, asMarkdown(sinceRelease)];
  process.stdout.write(asText(`Since ${release.version}`, sinceRelease));

  const commit = values['no-main'] ? undefined : commitToCompare(join(import.meta.dirname, '../../..'));
  if (commit) {
    const contract = await contractAt(commit);
    const old = { version: versionOf(contract), contract, surface: new Map() };
    const sinceMain = await findChanges(old, { ...working, surface: new Map() });
    const title = `On the wire since ${commit.id.slice(0, 10)}, ${commit.role}`;
    process.stdout.write(asText(title, sinceMain));
    markdown.push(`## ${title}`, `In all, ${summary(sinceMain)}`, asMarkdown(sinceMain));
    if (stepBetween(old.version, working.version) === undefined) {
      faults.push(`info.version is ${working.version}, and was ${old.version} before: a version does not go back.`);
    }
  } else if (!values['no-main']) {
    process.stdout.write('There is no commit before this one to compare with.\n');
  }

  const verdict =
    faults.length > 0 ? faults.map((fault) => `- ${fault}`).join('\n') : 'The version says what has changed.';
  if (values.markdown) writeFileSync(values.markdown, `${['# Contract', verdict, ...markdown].join('\n\n')}\n`);
  return faults;
}

try {
  const faults = await main();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else process.stdout.write('The version says what has changed.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
