/** Verdicts: the steps of the version that changes require, by Semantic Versioning. */
import semver from 'semver';

/** All verdicts, the least severe first. */
export const VERDICTS = ['none', 'patch', 'minor', 'major'] as const;

/** The step of the version that a change requires. */
export type Verdict = (typeof VERDICTS)[number];

/** Returns the most severe of some verdicts; `none` when there are none. */
export function mostSevere(verdicts: Iterable<Verdict>): Verdict {
  let highest = 0;
  for (const verdict of verdicts) highest = Math.max(highest, VERDICTS.indexOf(verdict));
  return VERDICTS[highest] as Verdict;
}

/** Returns the verdict on a change that may concern beta operations only: these may change in a minor version. */
export function limitForBeta(verdict: Verdict, isBeta: boolean): Verdict {
  return isBeta && verdict === 'major' ? 'minor' : verdict;
}

/** Returns whether a step of the version is at least as large as the required one. */
export function covers(step: Verdict, required: Verdict): boolean {
  return VERDICTS.indexOf(step) >= VERDICTS.indexOf(required);
}

/**
 * Returns the step between the versions of a base and a revision; undefined when the revision has the lower one.
 *
 * @throws {RangeError} when one of them isn't a version such as `1.0.0`
 */
export function stepBetween(base: string, revision: string): Verdict | undefined {
  const [from, to] = [parseVersion(base), parseVersion(revision)];
  if (semver.lt(to, from)) return undefined;
  return (semver.diff(from, to) ?? 'none') as Verdict;
}

/**
 * Returns the version after a step.
 *
 * @throws {RangeError} when the version isn't one such as `1.0.0`
 */
export function nextVersion(version: string, step: Verdict): string {
  const parsed = parseVersion(version);
  return step === 'none' ? version : parsed.inc(step).version;
}

/** Compares two versions for sorting, the lowest first. */
export function compareVersions(a: string, b: string): number {
  return semver.compare(a, b);
}

/** Versions of the contract are three numbers, without the suffixes that Semantic Versioning allows. */
function parseVersion(text: string): semver.SemVer {
  const version = semver.parse(text);
  if (!version || text !== `${version.major}.${version.minor}.${version.patch}`) {
    throw new RangeError(`"${text}" is not a version. Write three numbers, such as 1.0.0.`);
  }
  return version;
}
