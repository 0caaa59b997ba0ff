/**
 * `npm run contract:diff`: compares the working contract with the releases and with `main`, and fails when its version does
 * not reflect the changes or has no release in `spec/releases`.
 *
 *     --markdown FILE   writes the report as Markdown too
 *     --no-main         compares with the release only
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithReleases } from './baseline.ts';
import { stepBetween } from './changes/verdict.ts';
import { readExemptions } from './gate/exemptions.ts';
import { compareStates, type Findings } from './gate/gate.ts';
import { formatMarkdown, formatText, summarize } from './gate/report.ts';
import { createApiReports } from './releases/api-reports.ts';
import { bundleContract, findBaseCommit } from './releases/main-branch.ts';
import { readReleases, readWorkingTree, type State } from './releases/releases.ts';

const SUCCESS = 'The version reflects the changes.';

/** A comparison with its title. */
interface Section {
  title: string;
  findings: Findings;
  problems: string[];
}

async function compareWithRelease(workingTree: State): Promise<Section> {
  const today = new Date().toISOString().slice(0, 10);
  const { findings, problems } = await compareWithReleases(readReleases(), workingTree, readExemptions(), today);
  return { title: `Since ${findings.base}`, findings, problems };
}

/** Compares what is on the wire; undefined when there's no commit to compare with. */
async function compareWithMain(workingTree: State): Promise<Section | undefined> {
  const commit = findBaseCommit(join(import.meta.dirname, '../../../..'));
  if (!commit) return undefined;
  const contract = await bundleContract(commit);
  const base = { version: contract.info.version, contract, apiReports: new Map() };
  const findings = await compareStates(base, { ...workingTree, apiReports: new Map() });
  const isLower = stepBetween(base.version, workingTree.version) === undefined;
  return {
    title: `On the wire since ${commit.id.slice(0, 10)}, ${commit.role}`,
    findings,
    problems: isLower
      ? [`info.version is ${workingTree.version}, and ${base.version} in the base. Set it to that or to a higher one.`]
      : [],
  };
}

/** Runs the command and returns the problems. */
async function main(): Promise<string[]> {
  const { values } = parseArgs({
    options: { markdown: { type: 'string' }, 'no-main': { type: 'boolean', default: false } },
  });
  const workingTree = { ...readWorkingTree(), apiReports: createApiReports() };
  const sections: Section[] = [];
  const add = (section: Section) => {
    sections.push(section);
    process.stdout.write(formatText(section.title, section.findings));
  };
  add(await compareWithRelease(workingTree));
  if (!values['no-main']) {
    const section = await compareWithMain(workingTree);
    if (section) add(section);
    else process.stdout.write('There is no earlier commit to compare with.\n');
  }
  const problems = sections.flatMap((section) => section.problems);
  if (values.markdown) writeFileSync(values.markdown, createPage(sections, problems));
  return problems;
}

function createPage(sections: Section[], problems: string[]): string {
  const result = problems.length > 0 ? problems.map((problem) => `- ${problem}`).join('\n') : SUCCESS;
  const texts = sections.flatMap(({ title, findings }) => [
    `## ${title}`,
    `In total, ${summarize(findings)}`,
    formatMarkdown(findings),
  ]);
  return `${['# Contract', result, ...texts].join('\n\n')}\n`;
}

try {
  const problems = await main();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write(`${SUCCESS}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
