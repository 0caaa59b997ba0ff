/** Compares the working tree with the releases, and checks that its version is one of them. */

import { compareVersions } from './changes/verdict.ts';
import type { Exemption } from './gate/exemptions.ts';
import { checkVersion, compareStates, type Findings } from './gate/gate.ts';
import type { State } from './releases/releases.ts';

/** The result of a comparison with the releases. */
export interface ReleaseComparison {
  /** The changes since the release before the version of the working tree. */
  findings: Findings;
  /** What is wrong, each with its remedy; empty when the version reflects the changes and is recorded. */
  problems: string[];
}

/**
 * Compares a working tree with the release before its version, and with the release of its version.
 *
 * A version without a release would have no successor that can be judged: what it added could be removed again unnoticed.
 *
 * @param releases the oldest first
 * @param today such as `2026-11-20`; exemptions end by it
 * @throws {Error} when there's no release
 */
export async function compareWithReleases(
  releases: State[],
  workingTree: State,
  exemptions: Exemption[],
  today: string,
): Promise<ReleaseComparison> {
  const newest = releases.at(-1);
  if (!newest)
    throw new Error(
      'spec/releases has no release to compare with. Run "npm run contract:release -w @aispm/contract-diff".',
    );
  const recorded = newest.version === workingTree.version ? newest : undefined;
  const base = (recorded && releases.at(-2)) ?? newest;
  const findings = await compareStates(base, workingTree, exemptions);
  const problems = checkVersion(findings, exemptions, today);
  if (recorded) problems.push(...(base === recorded ? [] : await checkRecorded(recorded, workingTree)));
  else if (compareVersions(workingTree.version, newest.version) > 0) problems.push(describeMissing(workingTree));
  return { findings, problems };
}

/** Reports a working tree that isn't what its release records. */
async function checkRecorded(recorded: State, workingTree: State): Promise<string[]> {
  const { wire, types } = await compareStates(recorded, workingTree);
  if (wire.length + types.length === 0) return [];
  const { version } = recorded;
  return [
    `The working tree differs from the release ${version} in spec/releases. Raise the version (npx changeset, then ` +
      `npm run version:raise -w @aispm/scripts), or run "npm run contract:release -w @aispm/contract-diff" again if ${version} is not on main yet.`,
  ];
}

function describeMissing({ version }: State): string {
  return (
    `spec/releases has no release ${version}, so nothing could be compared with this version later. ` +
    'Run "npm run contract:release -w @aispm/contract-diff" ("npm run version:raise -w @aispm/scripts" does).'
  );
}
