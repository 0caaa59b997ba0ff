/** The changelog of the contract, worked out from the releases themselves. */
import { operationsOf } from './document.ts';
import { findChanges } from './gate.ts';
import type { State } from './releases.ts';
import { asMarkdown, summary } from './report.ts';

/** Where it is kept, from the root of the project. */
export const CHANGELOG = 'spec/CHANGELOG.md';

/**
 * The page, newest version first; what is not released yet comes before them.
 *
 * @param released the oldest first
 * @param working the working tree
 */
export async function changelog(released: State[], working: State): Promise<string> {
  const states = [...released, working];
  const sections: string[] = [];
  for (const [index, state] of states.entries()) {
    const before = states[index - 1];
    const findings = before && (await findChanges(before, state));
    if (state === working && findings && findings.wire.length + findings.surface.length === 0) continue;
    const heading = state === working ? `## ${state.version}, not released yet` : `## ${state.version}`;
    const text = findings ? `${sentence(summary(findings))}\n\n${asMarkdown(findings)}` : firstRelease(state);
    sections.unshift(`${heading}\n\n${text}`);
  }
  const introduction =
    'What has changed in the contract and in the TypeScript packages that are made of it. ' +
    'Written by `npm run contract:write` from the released contracts; not edited by hand.';
  return `${['# Changelog of the contract', wrap(introduction), ...sections].join('\n\n')}\n`;
}

function firstRelease({ contract }: State): string {
  const operations = [...operationsOf(contract).values()];
  const stable = operations.filter(({ operation }) => operation['x-stability-level'] === 'stable').length;
  return `The first release: ${operations.length} operations, ${stable} of them stable.`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Breaks a paragraph into lines of at most 120 characters. */
function wrap(text: string): string {
  return text.replaceAll(/(.{1,120})(?: |$)/g, '$1\n').trimEnd();
}
