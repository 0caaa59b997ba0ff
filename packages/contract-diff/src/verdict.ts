/** What a change asks of the version, from nothing to a new major version. */
export const VERDICTS = ['none', 'patch', 'minor', 'major'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The gravest of some verdicts; `none` when there are none. */
export function gravest(verdicts: Iterable<Verdict>): Verdict {
  let worst = 0;
  for (const verdict of verdicts) worst = Math.max(worst, VERDICTS.indexOf(verdict));
  return VERDICTS[worst] as Verdict;
}

/** Whether a step of the version is as large as a change needs it to be. */
export function covers(step: Verdict, needed: Verdict): boolean {
  return VERDICTS.indexOf(step) >= VERDICTS.indexOf(needed);
}

/**
 * The step from one version to a later one.
 *
 * @param from such as `1.0.0`
 * @returns undefined when the later version is not later
 * @throws RangeError when one of them is not three numbers with dots
 */
export function stepBetween(from: string, to: string): Verdict | undefined {
  const [old, young] = [numbers(from), numbers(to)];
  const place = old.findIndex((number, index) => number !== young[index]);
  if (place === -1) return 'none';
  if ((young[place] as number) < (old[place] as number)) return undefined;
  return (['major', 'minor', 'patch'] as const)[place];
}

/** The version that a step leads to. */
export function nextVersion(from: string, step: Verdict): string {
  const [major, minor, patch] = numbers(from) as [number, number, number];
  if (step === 'major') return `${major + 1}.0.0`;
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  return step === 'patch' ? `${major}.${minor}.${patch + 1}` : from;
}

/** For sorting versions, the oldest first. */
export function compareVersions(a: string, b: string): number {
  const step = stepBetween(a, b);
  if (step === 'none') return 0;
  return step ? -1 : 1;
}

function numbers(version: string): number[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new RangeError(`"${version}" is not a version such as 1.0.0.`);
  return version.split('.').map(Number);
}
