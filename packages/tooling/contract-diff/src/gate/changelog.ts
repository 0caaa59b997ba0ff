/** Generates the changelog of the contract from its releases. */
import { listOperations } from '@aispm/openapi';
import { isBeta } from '../changes/contract.ts';
import type { State } from '../releases/releases.ts';
import { compareStates } from './gate.ts';
import { formatMarkdown, summarize } from './report.ts';

/** The file of the changelog, from the root of the project. */
export const CHANGELOG = 'spec/CHANGELOG.md';

/**
 * Creates the changelog, the newest version first. The working tree comes before the releases when it has changed.
 *
 * @param releases the oldest first
 */
export async function createChangelog(releases: State[], workingTree: State): Promise<string> {
  const states = [...releases, workingTree];
  const sections: string[] = [];
  for (const [index, state] of states.entries()) {
    const base = states[index - 1];
    const findings = base && (await compareStates(base, state));
    if (state === workingTree && findings && findings.wire.length + findings.types.length === 0) continue;
    const heading = state === workingTree ? `## ${state.version} (unreleased)` : `## ${state.version}`;
    const text = findings
      ? `${capitalize(summarize(findings))}\n\n${formatMarkdown(findings)}`
      : describeFirstRelease(state);
    sections.unshift([heading, text, ...(state.note === undefined ? [] : [wrap(state.note)])].join('\n\n'));
  }
  const introduction =
    'Changes of the contract and of the TypeScript packages that are generated from it. ' +
    '`npm run contract:write` generates this page from the releases; do not edit it.';
  return `${['# Changelog of the contract', wrap(introduction), ...sections].join('\n\n')}\n`;
}

function describeFirstRelease({ contract }: State): string {
  const operations = listOperations(contract);
  const stable = operations.filter((operation) => !isBeta(operation));
  return `The first release: ${operations.length} operations, ${stable.length} of them stable.`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Breaks a paragraph into lines of up to 120 characters. */
function wrap(text: string): string {
  return text.replaceAll(/(.{1,120})(?: |$)/g, '$1\n').trimEnd();
}
